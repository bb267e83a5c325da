package io.twophase.adapter.mongo.probe;

import io.twophase.adapter.mongo.driver.Reply;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Compares each answer of a server, and all that it leaves, with what the domain's rules say. The
 * first difference is the refusal of the server.
 *
 * @param server its name in messages
 */
record Comparison(String server) {

  /** The answers of each kind of step whose effect is not known. */
  private static final Set<Object> IN_DOUBT =
      Set.of(
          BeginOutcome.IN_DOUBT,
          MatchOutcome.IN_DOUBT,
          new StatusOutcome.InDoubt(),
          Reply.inDoubt());

  /**
   * The server did not say what a step of the probe did: the connection broke, say. That tells
   * nothing of its operators, so the probe is repeated from the start.
   */
  static final class LostAnswerException extends StoreUnavailableException {

    private static final long serialVersionUID = 1L;

    /** Says in {@code message} which step it was, and what was answered. */
    private LostAnswerException(String message) {
      super(message);
    }
  }

  /**
   * Takes one step: what the server is asked to do, as the words after "asked to" say, must answer
   * {@code exact}, and leave nothing different.
   *
   * @param compared the form in which its answer is compared
   * @param difference the first of the scratch documents that is not as the domain has left it
   * @throws StoreUnavailableException if the server cannot be reached any more
   * @throws LostAnswerException if it does not say what it did
   * @throws StoreException if it refuses the step, or does something else
   */
  <T> void require(
      String asked,
      Object exact,
      Supplier<T> step,
      Function<? super T, ?> compared,
      Supplier<Optional<String>> difference) {
    String failed = server + " does not pass the probe, and is not used: asked to " + asked + ", ";
    Optional<String> fault;
    try {
      T whole = step.get();
      Object answered = compared.apply(whole);
      String other = "it answers " + whole + ", not " + exact;
      if (isInDoubt(answered)) {
        throw new LostAnswerException(
            server + " does not answer the probe: asked to " + asked + ", " + other);
      }
      fault = exact.equals(answered) ? difference.get() : Optional.of(other);
    } catch (StoreUnavailableException unknown) {
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

  /** The first of {@code wanted} that is not as it is there; {@code kind} is how it is called. */
  static <K, L> Optional<String> difference(
      String kind,
      Map<K, ?> wanted,
      Function<List<K>, List<L>> find,
      Function<L, ? extends Optional<?>> document) {
    List<K> keys = List.copyOf(wanted.keySet());
    List<L> found = keys.isEmpty() ? List.of() : find.apply(keys);
    for (int at = 0; at < keys.size(); at++) {
      Optional<?> seen = document.apply(found.get(at));
      Object exact = wanted.get(keys.get(at));
      if (!seen.equals(Optional.ofNullable(exact))) {
        Object there = seen.isPresent() ? seen.orElseThrow() : found.get(at);
        return Optional.of(kind + keys.get(at) + " is " + there + ", not " + exact);
      }
    }
    return Optional.empty();
  }
}
