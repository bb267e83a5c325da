package io.twophase.bench.jmh;

import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferOutcome;
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
  public List<TransferOutcome> batchesOfOneThread(Bank bank, Bank.Teller teller) {
    return batch(bank, teller);
  }

  /** Two callers, 500 at a time. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  @Threads(2)
  public List<TransferOutcome> batchesOfTwoThreads(Bank bank, Bank.Teller teller) {
    return batch(bank, teller);
  }

  /** One caller, one at a time. */
  @Benchmark
  @Threads(1)
  public TransferOutcome singlesOfOneThread(Bank bank, Bank.Teller teller) {
    return applied(bank.twoPhase().transfers().transfer(teller.next(bank)));
  }

  /** Two callers, one at a time. */
  @Benchmark
  @Threads(2)
  public TransferOutcome singlesOfTwoThreads(Bank bank, Bank.Teller teller) {
    return applied(bank.twoPhase().transfers().transfer(teller.next(bank)));
  }

  private static List<TransferOutcome> batch(Bank bank, Bank.Teller teller) {
    List<TransferOutcome> outcomes =
        bank.twoPhase().transfers().transferAll(teller.next(bank, BATCH), Order.ANY);
    for (TransferOutcome outcome : outcomes) {
      applied(outcome);
    }
    return outcomes;
  }

  private static TransferOutcome applied(TransferOutcome outcome) {
    if (outcome instanceof TransferOutcome.Applied applied && applied.finished()) {
      return outcome;
    }
    throw new IllegalStateException("not a transfer that was made: " + outcome);
  }
}
