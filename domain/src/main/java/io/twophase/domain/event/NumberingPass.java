package io.twophase.domain.event;

import io.twophase.domain.hold.RecordId;
import java.util.Collections;
import java.util.List;

/**
 * Gives decided records their numbers: a step machine, which calls nothing. Any number of passes
 * may run at once, in any number of processes, and each may end anywhere or sleep for any time. The
 * insert of a number alone, which finds it free or taken, keeps the numbers right:
 *
 * <ol>
 *   <li>It looks at what is numbered, as a majority has it. So the answer to an insert is not asked
 *       for: what is there counts, whoever has inserted it.
 *   <li>It marks those records as numbered, and then notes that it has. A record is not marked
 *       before a majority has its number, for a number that is lost again must be given again.
 *   <li>It lists what is not marked <em>after</em> that. So what it lists has no number, unless
 *       somebody gives it one from now on.
 *   <li>It inserts the numbers that follow what it saw <em>before</em> it listed, in order, up to
 *       the first that is taken. If somebody has given a number meanwhile, the first is taken.
 * </ol>
 *
 * <p>A pass ends with what was decided before it, though others decide without a pause: if a list
 * has none of those that the list before had, which were all, then these are numbered.
 *
 * @param step what it does next
 * @param end the last number that it knows to be given, with all records up to it marked
 * @param hasSent whether it has sent numbers and has not seen any since
 * @param before the records of the last list, if it had all that there were
 */
public record NumberingPass(NumberingStep step, long end, boolean hasSent, List<RecordId> before) {

  /** One that is about to begin. */
  public static NumberingPass begin() {
    return new NumberingPass(new NumberingStep.Look(), 0, false, List.of());
  }

  /**
   * After {@link NumberingStep.Look}.
   *
   * @param confirmed up to which number all records are marked
   * @param behind what is numbered behind that, sorted; more may be there
   */
  public NumberingPass looked(long confirmed, List<NumberedRecord> behind) {
    List<NumberedRecord> unmarked = NumberedRecord.following(confirmed, behind);
    if (!unmarked.isEmpty()) {
      return new NumberingPass(new NumberingStep.Mark(unmarked), confirmed, false, before);
    }
    return hasSent && confirmed <= end
        ? stopped(NumberingResult.NOT_SEEN_YET)
        : new NumberingPass(new NumberingStep.ListUnnumbered(), confirmed, false, before);
  }

  /**
   * After {@link NumberingStep.Mark}.
   *
   * @param isCertain whether a majority has all the marks
   */
  public NumberingPass marked(boolean isCertain) {
    if (!isCertain || !(step instanceof NumberingStep.Mark mark)) {
      return stopped(NumberingResult.IN_DOUBT);
    }
    long last = mark.records().get(mark.records().size() - 1).number();
    return new NumberingPass(new NumberingStep.Confirm(last), end, false, before);
  }

  /**
   * After {@link NumberingStep.Confirm}.
   *
   * @param isCertain whether a majority has it
   */
  public NumberingPass confirmed(boolean isCertain) {
    return isCertain
        ? new NumberingPass(new NumberingStep.Look(), end, false, before)
        : stopped(NumberingResult.IN_DOUBT);
  }

  /**
   * After {@link NumberingStep.ListUnnumbered}.
   *
   * @param unnumbered in the order of their decisions
   * @param areAll whether there are no more
   */
  public NumberingPass listed(List<RecordId> unnumbered, boolean areAll) {
    boolean isSince = !before.isEmpty() && Collections.disjoint(unnumbered, before);
    return unnumbered.isEmpty() || isSince
        ? stopped(NumberingResult.ALL_NUMBERED)
        : new NumberingPass(
            new NumberingStep.Give(end + 1, unnumbered),
            end,
            false,
            areAll ? unnumbered : List.of());
  }

  /** After {@link NumberingStep.Give}, whatever the store has answered, or has not. */
  public NumberingPass sent() {
    return new NumberingPass(new NumberingStep.Look(), end, true, before);
  }

  private NumberingPass stopped(NumberingResult result) {
    return new NumberingPass(new NumberingStep.Stop(result), end, false, List.of());
  }
}
