package io.twophase;

import java.util.Map;

/**
 * The counts of the work of Twophase in this process, since it was built. All of them only grow,
 * except {@link #waiting} and {@link #blocked}, which are current numbers. They are read one after
 * the other while work goes on, so they may not add up exactly.
 *
 * @param applied transfers that happened, those found done before too
 * @param refused transfers that were refused, by the kind of the refusal
 * @param unknown transfers whose outcome is not known
 * @param notAsked transfers that were not asked, since this was closed or the caller interrupted
 * @param failed transfers that ended with an exception
 * @param batches batches begun; a lone transfer is a batch of one
 * @param batchedTransfers transfers in all those batches
 * @param retries transactions that had no answer to a step and went on after a pause, each time
 * @param busy times that a transaction began to wait for a busy document or account, however often
 *     it tried then
 * @param conflicts attempts of functions that were in conflict with other transactions
 * @param takeOvers transactions taken over from another owner
 * @param recovered transactions that recovery brought to their end, done or canceled
 * @param unrecovered times that recovery met one that it could not finish or not read
 * @param orphansReleased orphans that a scrub released
 * @param executorRefusals times that the host's executor threw
 * @param waiting transfers that wait for a batch now
 * @param blocked transfers that wait for others' work now
 */
public record Counters(
    long applied,
    Map<String, Long> refused,
    long unknown,
    long notAsked,
    long failed,
    long batches,
    long batchedTransfers,
    long retries,
    long busy,
    long conflicts,
    long takeOvers,
    long recovered,
    long unrecovered,
    long orphansReleased,
    long executorRefusals,
    int waiting,
    int blocked) {

  /** Copies the map. */
  public Counters {
    refused = Map.copyOf(refused);
  }
}
