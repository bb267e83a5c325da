package io.twophase.adapter.mongo.call;

import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.RefusedWriteException;
import io.vavr.control.Option;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/**
 * The commands of one call, one after the other. Once something is in doubt, none is sent any more.
 * A refusal does not stop the others: what they settle or give back has nothing to do with it. It
 * is thrown when all were sent.
 *
 * @param <R> what is answered
 */
public final class InTurn<R> {

  private final R inDoubt;
  private boolean sentAny;
  private boolean cut;
  private Option<RefusedWriteException> refused = Option.none();

  /** Answers {@code inDoubt} for what is in doubt, and for what is not sent. */
  public InTurn(R inDoubt) {
    this.inDoubt = inDoubt;
  }

  /**
   * The answers of the next command.
   *
   * @param size how many there are
   * @throws io.twophase.ports.StoreUnavailableException only if nothing was sent so far
   */
  public List<R> next(int size, Supplier<List<R>> command) {
    List<R> none = Collections.nCopies(size, inDoubt);
    if (cut) {
      return none;
    }
    try {
      List<R> answers =
          sentAny
              ? Answer.ofFollowUp(() -> Answer.certain(command.get())).getOrElse(none)
              : command.get();
      sentAny = true;
      cut = answers.contains(inDoubt);
      return answers;
    } catch (RefusedWriteException one) {
      sentAny = true;
      refused = refused.orElse(Option.some(one));
      return none;
    }
  }

  /**
   * To be asked when all were sent.
   *
   * @throws RefusedWriteException the first, if any was refused
   */
  public void requireNoneRefused() {
    if (refused.isDefined()) {
      throw refused.get();
    }
  }
}
