package io.twophase.spring;

import io.twophase.app.function.FunctionOutcome;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.transaction.DocumentRefusal.DocumentExists;
import io.twophase.domain.transaction.DocumentRefusal.ValueTaken;
import io.twophase.domain.transaction.Refusal;
import io.twophase.ports.StoreException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DataRetrievalFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.dao.support.PersistenceExceptionTranslator;

/** Translates exceptions of Twophase: {@link TwoPhaseTemplate} says to which. */
final class TwoPhaseExceptionTranslator implements PersistenceExceptionTranslator {

  @Override
  public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException thrown) {
    String message = String.valueOf(thrown.getMessage());
    if (thrown instanceof NotDoneException notDone) {
      return notDone(notDone.outcome(), message, notDone);
    }
    return thrown instanceof StoreException
        ? new DataAccessResourceFailureException(message, thrown)
        : null;
  }

  private static @Nullable DataAccessException notDone(
      Object outcome, String message, RuntimeException thrown) {
    if (outcome instanceof FunctionOutcome<?> function) {
      return notApplied(function, message, thrown);
    }
    return outcome instanceof ReadAnswer
        ? new DataRetrievalFailureException(message, thrown)
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
