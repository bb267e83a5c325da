package io.twophase.app.function;

import io.twophase.app.engine.Jitter;
import io.twophase.app.function.TransactionContext.ConflictException;
import io.twophase.app.function.TransactionContext.DecidedReads;
import io.twophase.app.function.TransactionContext.DeclinedException;
import io.twophase.app.function.TransactionContext.RefusedException;
import io.twophase.app.statement.DocumentReader;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.queue.Turns;
import io.twophase.domain.CheckReturnValue;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.function.Conflicts;
import io.twophase.domain.function.Footprint;
import io.twophase.domain.function.StoredAttempt;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.TransactionRefusal;
import io.twophase.domain.value.Value;
import io.twophase.ports.Answers;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.EntityMapper;
import io.twophase.ports.IdSource;
import io.twophase.ports.Pause;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs transactions that are stated by a function: the function reads documents, computes and
 * states writes, and then one transaction checks that all that was read is still so, and writes.
 * Thread-safe.
 *
 * <p>An id has one effect and one answer. A function's attempts are transactions of their own,
 * {@code pay-7}, {@code pay-7~2} and so on: each begins only when the last is canceled because of a
 * conflict, so at most one of them happens, whichever processes ask. A caller who asks again under
 * the id is answered without a run of the function, if an attempt has happened.
 *
 * <p>Functions of one process that were in conflict over a document take turns at it, in the order
 * in which they came. Functions of several processes take no turns: of those that meet, one wins.
 * If a function has not won within {@value #MOST_ATTEMPTS} attempts, or by the caller's deadline,
 * or if one transaction, such as an authorization, holds a document through two attempts, each of
 * which waits for the engine's patience, then the answer is {@link FunctionOutcome.Contended}.
 */
@CheckReturnValue
public final class Functions {

  /**
   * The most attempts of one call. Sixteen threads of eight processes kept one document busy: 4 of
   * 696 functions did not win within 20 attempts, and each of 718 did within 28.
   */
  public static final int MOST_ATTEMPTS = 50;

  /** So many attempts are looked for at once. */
  private static final int LOOKED_FOR = 8;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(1);
  private static final int DOUBLINGS = 7;

  private final Records records;
  private final DecidedReads reads;
  private final Function<TransactionRequest, TransactionOutcome> commit;
  private final EntityMapper mapper;
  private final Turns turns;
  private final Pause pause;
  private final IdSource ids;
  private final CallerGuard guard;
  private final FunctionListener listener;

  /**
   * Functions over a store.
   *
   * @param commit runs a transaction
   * @param mapper translates entities and the values that functions return
   * @param turns functions of this process that were in conflict take turns
   * @param pause waits between attempts
   * @param ids makes pauses unequal
   * @param guard is asked before a function runs
   * @param listener is notified of conflicts; must not throw
   */
  public Functions(
      Store store,
      DocumentReader reader,
      Function<TransactionRequest, TransactionOutcome> commit,
      EntityMapper mapper,
      Turns turns,
      Pause pause,
      IdSource ids,
      CallerGuard guard,
      FunctionListener listener) {
    this.records = store.records();
    this.reads = new DecidedReads(reader, store.holds());
    this.commit = commit;
    this.mapper = mapper;
    this.turns = turns;
    this.pause = pause;
    this.ids = ids;
    this.guard = guard;
    this.listener = listener;
  }

  /**
   * Runs a function, and keeps no value: asked again, the answer says that the transaction has
   * happened, and has no value.
   *
   * @param id names the transaction; has at most {@value Attempt#MAX_FUNCTION_ID} characters, and
   *     does not end in {@code ~} and digits
   * @throws IllegalArgumentException if the id cannot be a function's
   * @throws IllegalStateException if the function of this thread asks for another one
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and nothing
   *     was sent to it
   */
  public <T extends @Nullable Object> FunctionOutcome<T> run(
      TransactionId id, TransactionFunction<T> function) {
    return new Call<T>(id, none -> Optional.empty(), value -> Optional.empty()).run(function);
  }

  /**
   * Runs a function, and keeps the value that it returns with the transaction: asked again, from
   * any process, the answer has the value. A function that only reads has no transaction that would
   * keep the value: asked again, it runs again.
   *
   * @param id names the transaction; has at most {@value Attempt#MAX_FUNCTION_ID} characters, and
   *     does not end in {@code ~} and digits
   * @param type of the value, which the mapper knows; at most {@value Attempt#MAX_VALUE_BYTES}
   *     bytes in BSON
   * @throws IllegalArgumentException if the id cannot be a function's, the value is too large, or
   *     the mapper does not know it
   * @throws IllegalStateException if the function of this thread asks for another one
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and nothing
   *     was sent to it
   */
  public <T> FunctionOutcome<T> run(
      TransactionId id, Class<T> type, TransactionFunction<? extends @Nullable T> function) {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(function, "function");
    TransactionFunction<@Nullable T> run = function::run;
    return new Call<@Nullable T>(
            id,
            value -> Optional.ofNullable(value).map(mapper::value),
            kept -> kept.map(value -> mapper.toObject(value, type)))
        .run(run);
  }

  /** One call: the attempts at one id. */
  private final class Call<T extends @Nullable Object> {

    private final TransactionId id;
    private final Function<T, Optional<Value>> keep;
    private final Function<Optional<Value>, Optional<T>> kept;

    /** The documents over which earlier attempts were in conflict. */
    private final Set<DocumentRef> contended = new HashSet<>();

    /** Those of them of which an attempt did not know whether they are there. */
    private final Set<DocumentRef> unsure = new HashSet<>();

    private int attempts;
    private String last = "";

    /**
     * The number of the attempt that comes next, where the call has no outcome yet; 0 if the stored
     * attempts are looked at again.
     */
    private int next;

    /** A mark that an attempt is stored which has happened, or may yet. */
    private boolean mayHappen;

    Call(
        TransactionId id,
        Function<T, Optional<Value>> keep,
        Function<Optional<Value>, Optional<T>> kept) {
      Attempt.requireFunction(id);
      this.id = id;
      this.keep = keep;
      this.kept = kept;
    }

    FunctionOutcome<T> run(TransactionFunction<T> function) {
      Objects.requireNonNull(function, "function");
      guard.check();
      turns.requireOutside();
      if (id.isReserved()) {
        return new FunctionOutcome.Refused<>(id, new TransactionRefusal.ReservedId(id), false);
      }
      try {
        Optional<FunctionOutcome<T>> end = look();
        while (end.isEmpty()) {
          mayHappen = next == 0;
          end = mayHappen ? look() : attempt(next, function);
        }
        return end.orElseThrow();
      } catch (StoreUnavailableException nothingSent) {
        return unanswered(nothingSent);
      }
    }

    /** The call goes on: with the attempt of that number, or with a look if that is 0. */
    private Optional<FunctionOutcome<T>> goOn(int attempt) {
      next = attempt;
      return Optional.empty();
    }

    /** The answer of a call that asks the store no more, which may be for an attempt's outcome. */
    private FunctionOutcome<T> unanswered(StoreUnavailableException why) {
      String words = String.valueOf(why.getMessage());
      if (mayHappen) {
        return new FunctionOutcome.Unknown<>(id, words);
      } else if (attempts <= 1 && !(why instanceof DeadlinePassedException)) {
        throw why;
      }
      return notAsked(words);
    }

    /** The answer of an attempt of which nothing was sent: those before it were in conflict. */
    private FunctionOutcome<T> notAsked(String why) {
      return attempts <= 1
          ? new FunctionOutcome.NotAsked<>(id, why)
          : contended(why + "; before that: " + last);
    }

    private FunctionOutcome<T> contended(String why) {
      return new FunctionOutcome.Contended<>(id, attempts, why);
    }

    /**
     * Looks at the last attempt that is stored. Behind one that is in no conflict there is none: an
     * id of that form is another transaction's.
     */
    private Optional<FunctionOutcome<T>> look() {
      int number = 0;
      Optional<StoredAttempt> last = Optional.empty();
      for (int first = 1; number == first - 1; first += LOOKED_FOR) {
        List<Optional<StoredAttempt>> found = stored(first);
        for (int at = 0;
            at < LOOKED_FOR && last.map(StoredAttempt.Conflicted.class::isInstance).orElse(true);
            at++) {
          if (found.get(at).isPresent()) {
            number = first + at;
            last = found.get(at);
          }
        }
      }
      int there = number;
      return last.map(stored -> after(there, stored)).orElseGet(() -> goOn(1));
    }

    private List<Optional<StoredAttempt>> stored(int first) {
      List<Attempt> wanted =
          IntStream.range(first, first + LOOKED_FOR)
              .mapToObj(number -> new Attempt(id, number, Optional.empty()))
              .toList();
      List<Lookup> found = records.findMembers(wanted.stream().map(Attempt::id).toList());
      return Answers.map(
          wanted,
          found,
          (attempt, there) -> StoredAttempt.of(attempt, TransactionLookup.of(there)));
    }

    private Optional<FunctionOutcome<T>> after(int number, StoredAttempt stored) {
      return stored.fold(
          happened ->
              Optional.of(
                  new FunctionOutcome.Applied<>(
                      id, kept.apply(happened.value()), true, happened.finished())),
          conflicted -> {
            if (!conflicted.mayBeFollowed(records.keeping().keptFor())) {
              return Optional.of(
                  new FunctionOutcome.Refused<>(id, conflicted.reason().said(), true));
            }
            learn(conflicted.reason());
            last = conflicted.reason().message();
            return goOn(number + 1);
          },
          refused -> Optional.of(new FunctionOutcome.Refused<>(id, refused.reason(), true)),
          undecided -> {
            mayHappen = true;
            return resolved(commit.apply(TransactionRequest.again(undecided.body())));
          },
          unreadable -> unknown("its record cannot be read: " + unreadable.fault()));
    }

    private Optional<FunctionOutcome<T>> unknown(String why) {
      return Optional.of(new FunctionOutcome.Unknown<>(id, why));
    }

    private void learn(CancelReason conflict) {
      for (DocumentRef document : Conflicts.document(conflict).stream().toList()) {
        contended.add(document);
        if (Conflicts.isOfPresence(conflict)) {
          unsure.add(document);
        }
      }
    }

    /** An attempt of another caller, or of a process that died, was brought to its end. */
    private Optional<FunctionOutcome<T>> resolved(TransactionOutcome outcome) {
      return outcome.fold(
          applied -> goOn(0),
          refused -> goOn(0),
          unknown -> unknown(unknown.why()),
          notAsked -> unknown(notAsked.why()));
    }

    private Optional<FunctionOutcome<T>> attempt(int number, TransactionFunction<T> function) {
      if (attempts == MOST_ATTEMPTS) {
        return Optional.of(contended(last));
      }
      attempts++;
      Runnable turn = turns.take(contended);
      Optional<FunctionOutcome<T>> end;
      try {
        end = ran(number, function);
      } catch (ConflictException conflict) {
        conflict.document().ifPresent(contended::add);
        end = conflict(number, String.valueOf(conflict.getMessage()));
      } catch (RefusedException refused) {
        return unlessDecided(new FunctionOutcome.Refused<>(id, refused.refusal().said(), false));
      } catch (DeclinedException declined) {
        return unlessDecided(
            new FunctionOutcome.Declined<>(id, String.valueOf(declined.getMessage())));
      } finally {
        turn.run();
      }
      if (end.isEmpty() && next > 0) {
        pause.pause(backOff());
        if (Thread.currentThread().isInterrupted()) {
          return Optional.of(contended("interrupted; before that: " + last));
        }
      }
      return end;
    }

    /** The run may have read what another caller's attempt at this id has written meanwhile. */
    private Optional<FunctionOutcome<T>> unlessDecided(FunctionOutcome<T> answer) {
      Optional<FunctionOutcome<T>> there = look();
      return there.isEmpty() && next > 0 ? Optional.of(answer) : there;
    }

    private Optional<FunctionOutcome<T>> ran(int number, TransactionFunction<T> function) {
      TransactionContext tx = new TransactionContext(id, reads, mapper, Set.copyOf(unsure));
      T value;
      try {
        value = turns.inside(() -> function.run(tx));
      } catch (Exception thrown) {
        // a run that has ended throws no exception of the function's own
        tx.requireOpen();
        throw thrown;
      }
      Footprint footprint = tx.close();
      List<Operation> operations = footprint.operations();
      if (!footprint.hasWritten() && (footprint.absent() == 0 || operations.size() == 1)) {
        // all that was read was so at one moment
        return unlessDecided(
            new FunctionOutcome.Applied<>(id, Optional.ofNullable(value), false, true));
      }
      Attempt attempt = new Attempt(id, number, keep.apply(value));
      return committed(
          number,
          value,
          commit.apply(
              new TransactionRequest(
                  attempt.id(),
                  operations,
                  Optional.empty(),
                  Labels.NONE.of(Optional.of(attempt)))));
    }

    private Optional<FunctionOutcome<T>> committed(
        int number, T value, TransactionOutcome outcome) {
      return outcome.fold(
          applied ->
              // another caller's run may have returned another value
              applied.foundDecided()
                  ? goOn(0)
                  : Optional.of(
                      new FunctionOutcome.Applied<>(
                          id, Optional.ofNullable(value), false, applied.finished())),
          refused -> refused(number, refused),
          unknown -> unknown(unknown.why()),
          notAsked -> Optional.of(notAsked(notAsked.why())));
    }

    private Optional<FunctionOutcome<T>> refused(int number, TransactionOutcome.Refused refused) {
      if (refused.reason() instanceof Refusal.IdReused) {
        return goOn(0);
      }
      if (refused.reason() instanceof CancelReason reason && Conflicts.isConflict(reason)) {
        learn(reason);
        boolean isHeldOn =
            reason instanceof DocumentRefusal.DocumentBusy && last.equals(reason.message());
        Optional<FunctionOutcome<T>> again = conflict(number + 1, reason.message());
        return isHeldOn ? Optional.of(contended(last)) : again;
      }
      return Optional.of(
          new FunctionOutcome.Refused<>(id, refused.reason(), refused.foundDecided()));
    }

    private Optional<FunctionOutcome<T>> conflict(int next, String what) {
      last = what;
      listener.functionConflicted(id, attempts, what);
      return goOn(next);
    }

    /** The pause after an attempt: doubled each time, and unequal to those of other callers. */
    private Duration backOff() {
      Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(attempts, DOUBLINGS));
      return Jitter.of(pause, ids.nextToken());
    }
  }

  /** Is notified of what becomes of functions. Its methods are called on callers' threads. */
  public interface FunctionListener {

    /**
     * An attempt was in conflict with other transactions. The function runs again, unless that was
     * its last attempt.
     *
     * @param function the id under which the function was asked for
     * @param attempt counted from 1 in each call
     * @param conflict in words
     */
    default void functionConflicted(TransactionId function, int attempt, String conflict) {}
  }
}
