package io.twophase.app.engine;

import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** A call of several elements as one call for each: a fault of one element affects no other. */
final class Apart {

  private Apart() {}

  /**
   * The answers, in the order asked. If the store cannot be reached, then no further element is
   * sent.
   *
   * @param inDoubt the answer of an element at which the store fails, or that was not sent
   * @param failed is given each element at which the store fails
   * @throws StoreException if the store fails at every element
   */
  static <T, A> List<A> call(
      List<T> asked, Function<List<T>, List<A>> call, A inDoubt, Consumer<T> failed) {
    List<A> answers = new ArrayList<>(asked.size());
    Optional<StoreException> failure = Optional.empty();
    boolean hasAnswered = asked.isEmpty();
    for (T one : asked) {
      try {
        answers.addAll(call.apply(List.of(one)));
        hasAnswered = true;
      } catch (StoreUnavailableException unavailable) {
        if (answers.isEmpty()) {
          throw unavailable;
        }
        while (answers.size() < asked.size()) {
          answers.add(inDoubt);
        }
        return answers;
      } catch (StoreException fault) {
        answers.add(inDoubt);
        failed.accept(one);
        failure = Optional.of(fault);
      }
    }
    if (!hasAnswered) {
      throw failure.orElseThrow();
    }
    return answers;
  }
}
