package io.twophase.bench.jmh;

import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Transfers per second, the making of their requests included. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgs = "-Xmx2g")
@Warmup(iterations = 10, time = 1)
@Measurement(iterations = 10, time = 1)
public class EngineBenchmark {

  private static final int BATCH = 500;

  /** One caller, 500 at a time. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  @Threads(1)
  public List<TransactionOutcome> batchesOfOneThread(Bank bank, Bank.Teller teller) {
    return batch(bank, teller);
  }

  /** Two callers, 500 at a time. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  @Threads(2)
  public List<TransactionOutcome> batchesOfTwoThreads(Bank bank, Bank.Teller teller) {
    return batch(bank, teller);
  }

  /** One caller, one at a time. */
  @Benchmark
  @Threads(1)
  public TransactionOutcome singlesOfOneThread(Bank bank, Bank.Teller teller) {
    return applied(bank.twoPhase().transfers().transfer(teller.next(bank)));
  }

  /** Two callers, one at a time. */
  @Benchmark
  @Threads(2)
  public TransactionOutcome singlesOfTwoThreads(Bank bank, Bank.Teller teller) {
    return applied(bank.twoPhase().transfers().transfer(teller.next(bank)));
  }

  private static List<TransactionOutcome> batch(Bank bank, Bank.Teller teller) {
    List<TransactionOutcome> outcomes =
        bank.twoPhase().transfers().transferAll(teller.next(bank, BATCH), Order.ANY);
    for (TransactionOutcome outcome : outcomes) {
      applied(outcome);
    }
    return outcomes;
  }

  private static TransactionOutcome applied(TransactionOutcome outcome) {
    if (outcome instanceof TransactionOutcome.Applied applied && applied.finished()) {
      return outcome;
    }
    throw new IllegalStateException("not a transfer that was made: " + outcome);
  }
}
