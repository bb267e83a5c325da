package io.twophase.adapter.mongo.call;

import io.twophase.adapter.mongo.driver.RefusedWriteException;
import java.util.List;
import java.util.function.Function;

/**
 * Those elements of one call that are on one collection: what is sent first for them, and what is
 * made of its answer. What is sent first may go in one command with other parts' ({@link
 * OneCommand}); all that follows is the part's own.
 *
 * @param <R> what is answered for each element
 */
public interface Part<R> {

  /** What is to be sent first; nothing of it has been sent. */
  FirstWrites first();

  /** One answer for each element, in their order; sends what has to follow the first writes. */
  List<R> finish(FirstAnswers answers);

  /** Sends all of it by itself. */
  default List<R> alone() {
    return finish(first().alone());
  }

  /**
   * The same, with what is answered where the server refuses a write for certain.
   *
   * @param answers what is answered then; may throw
   */
  default Part<R> unlessRefused(Function<RefusedWriteException, List<R>> answers) {
    Part<R> refusable = this;
    return new Part<>() {
      @Override
      public FirstWrites first() {
        return refusable.first();
      }

      @Override
      public List<R> finish(FirstAnswers sent) {
        try {
          return refusable.finish(sent);
        } catch (RefusedWriteException refused) {
          return answers.apply(refused);
        }
      }
    };
  }
}
