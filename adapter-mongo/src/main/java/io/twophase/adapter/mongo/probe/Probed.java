package io.twophase.adapter.mongo.probe;

import io.twophase.adapter.mongo.driver.Reply;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Scratch documents on the server, and beside them what the domain's own rules and transitions
 * leave of each. A step does the same to both, and compares the answers and what it keeps; whatever
 * differs is the refusal of the server.
 */
abstract class Probed {

  /** The answers of each kind of step whose effect is not known. */
  private static final Set<Object> IN_DOUBT =
      Set.of(
          BeginOutcome.IN_DOUBT,
          MatchOutcome.IN_DOUBT,
          OpenOutcome.InDoubt.class,
          new StatusOutcome.InDoubt(),
          Reply.inDoubt());

  /**
   * The server did not say what a step of the probe did: the connection broke, say. That tells
   * nothing of its operators, so the probe is repeated from the start.
   */
  static final class LostAnswerException extends StoreException {

    private static final long serialVersionUID = 1L;

    /** Says in {@code message} which step it was, and what was answered. */
    private LostAnswerException(String message) {
      super(message);
    }
  }

  private final String name;

  /** The documents of a server that messages call {@code name}. */
  Probed(String name) {
    this.name = name;
  }

  /** The first of the scratch documents that is not as the domain has left it. */
  abstract Optional<String> difference();

  /**
   * Takes one step: what the server is asked to do, as the words after "asked to" say, must answer
   * {@code exact}, and leave nothing different.
   *
   * @throws StoreUnavailableException if the server cannot be reached any more
   * @throws LostAnswerException if it does not say what it did
   * @throws StoreException if it refuses the step, or does something else
   */
  final void require(String asked, Object exact, Supplier<?> step) {
    require(asked, exact, step, Function.identity());
  }

  /** Takes one step whose answer is compared in another form. */
  final <T> void require(String asked, Object exact, Supplier<T> step, Function<T, ?> compared) {
    String failed = name + " does not pass the probe, and is not used: asked to " + asked + ", ";
    Optional<String> fault;
    try {
      T whole = step.get();
      Object answered = compared.apply(whole);
      Optional<String> left = difference();
      boolean isExact = exact.equals(answered);
      String other = "it answers " + whole + ", not " + exact;
      if (!isExact && isInDoubt(answered)) {
        throw new LostAnswerException(
            name + " does not answer the probe: asked to " + asked + ", " + other);
      }
      fault = isExact ? left : Optional.of(other);
    } catch (StoreUnavailableException | LostAnswerException unknown) {
      throw unknown;
    } catch (StoreException refused) {
      throw new StoreException(failed + "it fails: " + refused.getMessage(), refused);
    }
    fault.ifPresent(
        what -> {
          throw new StoreException(failed + what);
        });
  }

  private static boolean isInDoubt(Object answered) {
    return answered instanceof List<?> answers
        ? answers.stream().anyMatch(IN_DOUBT::contains)
        : IN_DOUBT.contains(answered);
  }

  static MatchOutcome outcome(boolean matched) {
    return matched ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
  }
}
