package io.twophase.adapter.mongo.probe;

import io.twophase.adapter.mongo.driver.Reply;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Option;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Turns what a step of the probe finds into the refusal of the server. */
final class Findings {

  /** The answers of each kind of step whose effect is not known. */
  private static final Set<Object> IN_DOUBT =
      Set.of(
          BeginOutcome.IN_DOUBT,
          MatchOutcome.IN_DOUBT,
          OpenOutcome.InDoubt.class,
          new StatusOutcome.InDoubt(),
          Reply.inDoubt());

  /** One step's answer was lost; {@link #require} says which step's. */
  private static final class LostAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostAnswerException(String message) {
      super(message);
    }
  }

  private final String store;

  /** Refuses the server that messages call {@code store}. */
  Findings(String store) {
    this.store = store;
  }

  /**
   * Takes one step.
   *
   * @param asked what the server is asked to do, after "asked to"
   * @param step does it, and answers what is wrong with what came of it
   * @throws StoreUnavailableException if the server cannot be reached any more
   * @throws ProbeInDoubtException if it does not say what it did
   * @throws StoreException if it refuses the step, or does something else
   */
  void require(String asked, Supplier<Option<String>> step) {
    Option<String> fault;
    try {
      fault = step.get();
    } catch (StoreUnavailableException unreachable) {
      throw unreachable;
    } catch (LostAnswerException lost) {
      throw new ProbeInDoubtException(
          store + " does not answer the probe: asked to " + asked + ", " + lost.getMessage());
    } catch (StoreException refused) {
      throw new StoreException(failed(asked) + "it fails: " + refused.getMessage(), refused);
    }
    if (fault.isDefined()) {
      throw new StoreException(failed(asked) + fault.get());
    }
  }

  private String failed(String asked) {
    return store + " does not pass the probe, and is not used: asked to " + asked + ", ";
  }

  /** What is wrong with an answer that should be another. */
  static Option<String> unlessEqual(Object expected, Object answered) {
    return unlessEqual(expected, answered, answered);
  }

  /** The same, of an answer that says more than is compared. */
  static Option<String> unlessEqual(Object expected, Object answered, Object whole) {
    String difference = "it answers " + whole + ", not " + expected;
    if (isInDoubt(answered)) {
      throw new LostAnswerException(difference);
    }
    return Option.when(!expected.equals(answered), () -> difference);
  }

  private static boolean isInDoubt(Object answered) {
    return answered instanceof List<?> answers
        ? answers.stream().anyMatch(IN_DOUBT::contains)
        : IN_DOUBT.contains(answered);
  }
}
