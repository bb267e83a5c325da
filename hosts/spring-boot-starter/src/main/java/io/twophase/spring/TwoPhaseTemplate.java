package io.twophase.spring;

import io.twophase.TwoPhase;
import io.twophase.app.function.TransactionFunction;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.support.DataAccessUtils;
import org.springframework.dao.support.PersistenceExceptionTranslator;

/**
 * Runs transactions that are stated by a function, as Spring's templates do: {@code execute}
 * returns the function's value once the transaction has happened, and otherwise throws one of
 * Spring's {@code DataAccessException}s. Thread-safe.
 *
 * <p>The exception says what the caller may do:
 *
 * <ul>
 *   <li>a {@code TransientDataAccessException}: ask again under the same id. Each attempt was in
 *       conflict ({@code OptimisticLockingFailureException}); or nothing was sent, or the outcome
 *       is not known ({@code TransientDataAccessResourceException})
 *   <li>a {@code DataIntegrityViolationException}: the transaction is refused. It is a {@code
 *       DuplicateKeyException} if a document is there that was to be inserted, if a unique index
 *       has its value, or if the id is that of another transaction
 *   <li>a {@code DataAccessResourceFailureException}: the store cannot be reached, or is broken;
 *       asking again under the same id does no harm
 *   <li>a {@code DataRetrievalFailureException}: a document cannot be read
 *   <li>a {@code NotDoneException}: the function has declined
 * </ul>
 *
 * <p>Any other exception of the function is thrown as it is.
 */
public final class TwoPhaseTemplate {

  private final TwoPhase twophase;
  private final PersistenceExceptionTranslator translator = new TwoPhaseExceptionTranslator();

  /** Runs the transactions of this {@link TwoPhase}, which answers outcomes as values. */
  public TwoPhaseTemplate(TwoPhase twophase) {
    this.twophase = Objects.requireNonNull(twophase, "twophase");
  }

  /**
   * Runs a function as {@link TwoPhase#transact(String, TransactionFunction)} does, and keeps no
   * value.
   *
   * @param id names the transaction; at most 244 characters, and does not end in {@code ~} and
   *     digits
   * @return the function's value; null if the transaction had happened before this call
   * @throws org.springframework.dao.DataAccessException if the transaction has not happened, or is
   *     not known to have
   */
  public <T extends @Nullable Object> @Nullable T execute(
      String id, TransactionFunction<T> function) {
    try {
      return twophase.transact(id, function).orElseThrow();
    } catch (RuntimeException thrown) {
      throw DataAccessUtils.translateIfNecessary(thrown, translator);
    }
  }

  /**
   * Runs a function as {@link TwoPhase#transact(String, Class, TransactionFunction)} does, and
   * keeps its value: asked again, from any process, the call returns the value of the first.
   *
   * @param id names the transaction; at most 244 characters, and does not end in {@code ~} and
   *     digits
   * @param type of the value, which the mapper knows; at most 64 KB in BSON
   * @return the function's value
   * @throws org.springframework.dao.DataAccessException if the transaction has not happened, or is
   *     not known to have
   */
  public <T> @Nullable T execute(
      String id, Class<T> type, TransactionFunction<? extends @Nullable T> function) {
    try {
      return twophase.transact(id, type, function).orElseThrow();
    } catch (RuntimeException thrown) {
      throw DataAccessUtils.translateIfNecessary(thrown, translator);
    }
  }
}
