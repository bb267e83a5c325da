package io.twophase.junit;

import io.twophase.test.fault.Fault;
import io.twophase.test.fault.Faults;
import java.util.List;

/**
 * A script of the faults of a {@link TestProcess}, in the words of the domain:
 *
 * <pre>{@code
 * faults.diesAfter(write(3));
 * faults.noAnswerTo(hold().on(account("B")));
 * faults.anotherProcessTakesOverBefore(settle());
 * }</pre>
 *
 * <p>Each line plans one fault, which happens once. A fault that is not met by the end of the test
 * fails the test, unless {@link #mayStayUnmet} was called.
 */
public final class FaultScript {

  private final Faults faults;
  private final Runnable takeOver;
  private boolean unmetIsAnError = true;

  /**
   * @param takeOver has another process take over what this one has begun
   */
  FaultScript(Faults faults, Runnable takeOver) {
    this.faults = faults;
    this.takeOver = takeOver;
  }

  /**
   * The process dies when the write has taken effect, and before it is answered. The caller gets
   * {@link io.twophase.test.fault.ProcessDied}, and so does each later call of this process.
   */
  public void diesAfter(Write write) {
    write.in(faults, "death after").dies();
  }

  /** The write takes effect, and its answer is lost. */
  public void noAnswerTo(Write write) {
    write.in(faults, "no answer to").next(Fault.LOSE_ANSWER);
  }

  /** The write never arrives at the store, and is not answered. */
  public void losesRequestOf(Write write) {
    write.in(faults, "lost request of").next(Fault.LOSE_REQUEST);
  }

  /** The write is not answered, and arrives when the test calls {@link #deliverLate}. */
  public void arrivesLate(Write write) {
    write.in(faults, "late arrival of").next(Fault.DELIVER_LATE);
  }

  /** The store cannot be reached for the write: the process knows that nothing was sent. */
  public void unreachableFor(Write write) {
    write.in(faults, "store unreachable for").next(Fault.UNAVAILABLE);
  }

  /**
   * Just before the write this process stalls, for longer than others wait for it. Another takes
   * over all that is unfinished and brings it to its end; then this one goes on, and is fenced off.
   * Finding nothing to take over is an error of the test.
   */
  public void anotherProcessTakesOverBefore(Write write) {
    write.in(faults, "take-over by another process before").first(takeOver);
  }

  /** Lets late writes arrive now, in the order in which they were sent: so many. */
  public int deliverLate() {
    return faults.deliverLate();
  }

  /** Returns what was planned and has not happened yet, each with what was written in its time. */
  public List<String> unmet() {
    return faults.unmet();
  }

  /** Nothing is to go wrong any more: what was planned never happens, late writes never arrive. */
  public void forget() {
    faults.clear();
  }

  /** A fault that is not met by the end of the test does not fail it. */
  public void mayStayUnmet() {
    unmetIsAnError = false;
  }

  /** Returns what fails the test; none of it is planned any more. */
  List<String> end() {
    List<String> unmet = unmetIsAnError ? faults.unmet() : List.of();
    unmetIsAnError = true;
    faults.clear();
    return unmet;
  }
}
