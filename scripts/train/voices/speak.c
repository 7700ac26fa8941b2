/* Speaks lines of text with one of flite's clustergen voices and writes what the voice meant to say, not how it sounds:
 * phones with their stress, place, break and end frame, then the smoothed parameter track (F0, mel-cepstrum, mixing
 * strengths). The waveform is never made, which is what makes this fast.
 *
 *   speak VOICE < lines > records        VOICE: slt, rms or awb; a line: STRETCH, a tab, text
 *   speak VOICE --constants              what the vocoder of this voice needs, as JSON
 *
 * A record (little-endian): int32 phones, frames, channels; per phone char name[4], uint8 stress, place, mark (the
 * punctuation that ends the phone's phrase, as a character, 0 for none), 0, int32 end frame; then float32
 * [frames][channels]: F0 in Hz (0 unvoiced), mel-cepstrum, strengths. */
#include <flite/cst_cg.h>
#include <flite/flite.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cst_voice *register_cmu_us_slt(const char *);
cst_voice *register_cmu_us_rms(const char *);
cst_voice *register_cmu_us_awb(const char *);

/* Ends the making of the waveform after its first frame. */
static int stop(const cst_wave *wave, int start, int size, int last, cst_audio_streaming_info *info) {
  (void)wave, (void)start, (void)size, (void)last, (void)info;
  return CST_AUDIO_STREAM_STOP;
}

static void print_constants(const cst_cg_db *db) {
  printf("{\"sampleRate\": %d, \"frameSeconds\": %g, \"alpha\": %g, \"beta\": %g, \"gain\": %g, \"f0Mean\": %g, "
         "\"f0Deviation\": %g, \"mixed\": %d, \"smoothed\": %d, \"filters\": [",
         db->sample_rate, db->frame_advance, db->mlsa_alpha, db->mlsa_beta, db->gain, db->f0_mean, db->f0_stddev,
         db->mixed_excitation, db->do_mlpg);
  for (int band = 0; db->mixed_excitation && band < db->ME_num; band++) {
    printf("%s[", band ? ", " : "");
    for (int tap = 0; tap < db->ME_order; tap++) printf("%s%.9g", tap ? ", " : "", db->me_h[band][tap]);
    printf("]");
  }
  printf("]}\n");
}

/* The punctuation after the word a segment belongs to, 0 for none. */
static uint8_t mark_after(const cst_item *segment) {
  const char *marks = ffeature_string(segment, "R:SylStructure.parent.parent.R:Token.parent.punc");
  const cst_item *word = path_to_item(segment, "R:SylStructure.parent.parent.R:Token");
  if (word && item_next(word)) return 0; /* inside a token of several words */
  for (const char *strong = ".?!;:,-"; *strong; strong++)
    if (strchr(marks, *strong)) return (uint8_t)*strong;
  return 0;
}

static int is_pause(const cst_item *segment) { return cst_streq(item_feat_string(segment, "name"), "pau"); }

static void write_record(cst_utterance *utterance, cst_cg_db *db) {
  cst_track *raw = val_track(utt_feat_val(utterance, "param_track"));
  cst_track *track = db->do_mlpg ? mlpg(raw, db) : raw;
  cst_track *strengths = db->mixed_excitation ? val_track(utt_feat_val(utterance, "str_track")) : NULL;
  int frames = track->num_frames, bands = strengths ? strengths->num_channels : 0, phones = 0, frame = 0;
  for (cst_item *s = relation_head(utt_relation(utterance, "Segment")); s; s = item_next(s)) phones++;
  int32_t head[3] = {phones, frames, track->num_channels + bands};
  fwrite(head, 4, 3, stdout);
  for (cst_item *s = relation_head(utt_relation(utterance, "Segment")); s; s = item_next(s)) {
    char name[4] = {0};
    uint8_t about[4] = {0};
    memcpy(name, item_feat_string(s, "name"), strnlen(item_feat_string(s, "name"), 4));
    if (!is_pause(s)) {
      cst_item *in_syllable = item_as(s, "SylStructure");
      int first = !item_prev(in_syllable), last = !item_next(in_syllable);
      cst_item *syllable = item_parent(in_syllable);
      about[0] = cst_streq(ffeature_string(s, "ph_vc"), "+") && item_feat_int(syllable, "stress") > 0;
      about[1] = (first && !item_prev(syllable) ? 1 : 0) | (last && !item_next(syllable) ? 2 : 0) | (first ? 4 : 0);
      cst_item *end = s; /* last segment before the next pause */
      while (item_next(end) && !is_pause(item_next(end))) end = item_next(end);
      about[2] = mark_after(end);
    }
    cst_item *final = path_to_item(s, "R:segstate.daughtern.R:mcep_link.daughtern");
    frame = final ? item_feat_int(final, "frame_number") + 1 : frame;
    int32_t end = frame;
    fwrite(name, 1, 4, stdout);
    fwrite(about, 1, 4, stdout);
    fwrite(&end, 4, 1, stdout);
  }
  for (int i = 0; i < frames; i++) {
    fwrite(track->frames[i], 4, track->num_channels, stdout);
    if (strengths) fwrite(strengths->frames[i], 4, bands, stdout);
  }
  if (track != raw) delete_track(track);
}

int main(int count, char **words) {
  if (count < 2) return fprintf(stderr, "usage: speak VOICE [--constants]\n"), 2;
  flite_init();
  cst_voice *voice = !strcmp(words[1], "slt")   ? register_cmu_us_slt(NULL)
                     : !strcmp(words[1], "rms") ? register_cmu_us_rms(NULL)
                     : !strcmp(words[1], "awb") ? register_cmu_us_awb(NULL)
                                                : NULL;
  if (!voice) return fprintf(stderr, "no voice %s\n", words[1]), 2;
  cst_cg_db *db = val_cg_db(feat_val(voice->features, "cg_db"));
  if (count > 2) return print_constants(db), 0;
  cst_audio_streaming_info *info = new_audio_streaming_info();
  info->asc = stop;
  info->min_buffsize = 0;
  feat_set(voice->features, "streaming_info", audio_streaming_info_val(info));
  char line[4096];
  while (fgets(line, sizeof line, stdin)) {
    char *text = strchr(line, '\t');
    if (!text) continue;
    line[strcspn(line, "\n")] = 0;
    feat_set_float(voice->features, "duration_stretch", (float)atof(line));
    cst_utterance *utterance = flite_synth_text(text + 1, voice);
    if (utterance) write_record(utterance, db), delete_utterance(utterance);
  }
  return 0;
}
