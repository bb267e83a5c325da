package io.twophase;

import io.twophase.app.audit.Audit;
import io.twophase.app.authorization.Authorizations;
import io.twophase.app.authorization.Compensation;
import io.twophase.app.event.Events;
import io.twophase.app.event.Evidence;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.function.Functions;
import io.twophase.app.function.TransactionFunction;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.recovery.Retention;
import io.twophase.app.recovery.Scrub;
import io.twophase.app.runtime.Deadlines;
import io.twophase.app.runtime.Guarded;
import io.twophase.app.statement.DocumentReader;
import io.twophase.app.statement.Periods;
import io.twophase.app.statement.Statements;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Preview;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The use cases over one store, put together.
 *
 * @param closing what ends with this, in this order, after the transfers have ended
 */
record AssembledTwoPhase(
    Accounts accounts,
    Transfers transfers,
    Transactions transactions,
    DocumentReader documents,
    Compensation compensation,
    Authorizations authorizations,
    Events events,
    Evidence evidence,
    Recovery recovery,
    Scrub scrub,
    Audit audit,
    Statements statements,
    Functions functions,
    Periods periods,
    Retention retention,
    OperatorActions actions,
    Deadlines deadlines,
    Supplier<Counters> metering,
    List<AutoCloseable> closing)
    implements TwoPhase {

  @Override
  public void close() {
    try {
      transfers.close();
    } finally {
      closing.forEach(one -> Guarded.run("the end of Twophase", one::close));
    }
  }

  @Override
  public TransactionOutcome run(Request request) {
    return transfers.run(request, AnswerTime.WHEN_FINISHED);
  }

  @Override
  public <T extends @Nullable Object> FunctionOutcome<T> transact(
      String id, TransactionFunction<T> function) {
    return functions.run(TwoPhase.transactionId(id), function);
  }

  @Override
  public <T> FunctionOutcome<T> transact(
      String id, Class<T> type, TransactionFunction<? extends @Nullable T> function) {
    return functions.run(TwoPhase.transactionId(id), type, function);
  }

  @Override
  public <T> T within(Duration time, Supplier<T> calls) {
    return deadlines.within(
        Objects.requireNonNull(time, "time"), Objects.requireNonNull(calls, "calls"));
  }

  @Override
  public Preview preview() {
    return new Preview(accounts::find, transactions::find);
  }

  @Override
  public Counters counters() {
    return metering.get();
  }
}
