package io.twophase.spring;

import io.twophase.TwoPhase;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.function.TransactionFunction;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.transaction.DocumentRefusal.DocumentExists;
import io.twophase.domain.transaction.DocumentRefusal.ValueTaken;
import io.twophase.domain.transaction.Refusal;
import io.twophase.ports.StoreException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DataRetrievalFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;
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

  /** Translates exceptions of Twophase: {@link TwoPhaseTemplate} says to which. */
  static final class TwoPhaseExceptionTranslator implements PersistenceExceptionTranslator {

    @Override
    public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException thrown) {
      String message = String.valueOf(thrown.getMessage());
      if (thrown instanceof StoreException) {
        return new DataAccessResourceFailureException(message, thrown);
      }
      Object outcome = thrown instanceof NotDoneException notDone ? notDone.outcome() : null;
      if (outcome instanceof ReadAnswer) {
        return new DataRetrievalFailureException(message, thrown);
      }
      return outcome instanceof FunctionOutcome<?> function
          ? notApplied(function, message, thrown)
          : null;
    }

    private static @Nullable DataAccessException notApplied(
        FunctionOutcome<?> outcome, String message, RuntimeException thrown) {
      return outcome
          .<Optional<DataAccessException>>fold(
              applied -> Optional.empty(),
              declined -> Optional.empty(),
              refused -> Optional.of(refused(refused.reason(), message, thrown)),
              contended -> Optional.of(new OptimisticLockingFailureException(message, thrown)),
              unknown -> Optional.of(new TransientDataAccessResourceException(message, thrown)),
              notAsked -> Optional.of(new TransientDataAccessResourceException(message, thrown)))
          .orElse(null);
    }

    private static DataAccessException refused(
        Refusal refusal, String message, RuntimeException thrown) {
      boolean isDuplicate =
          refusal instanceof DocumentExists
              || refusal instanceof ValueTaken
              || refusal instanceof Refusal.IdReused;
      return isDuplicate
          ? new DuplicateKeyException(message, thrown)
          : new DataIntegrityViolationException(message, thrown);
    }
  }
}
