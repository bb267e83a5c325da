package io.twophase.bench.jmh;

import io.twophase.app.audit.AuditReport;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** The time for which an audit works at one transfer, by the size of the batches. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgs = "-Xmx1g")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class AuditBenchmark {

  /** The whole store, in which each transfer is a member of a batch of that size. */
  @Benchmark
  @OperationsPerInvocation(BatchedStore.TRANSFERS)
  public AuditReport audit(BatchedStore store) {
    AuditReport report = store.twoPhase().audit().run();
    if (!report.findings().isEmpty()) {
      throw new IllegalStateException("found " + report.findings());
    }
    return report;
  }
}
