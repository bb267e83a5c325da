package io.twophase.bench.cost;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/** How often each {@link Charge} has fallen due. */
public final class Work {

  /** None. */
  public static final Work NONE = new Work(Map.of());

  private final Map<Charge, Long> counts = new EnumMap<>(Charge.class);

  Work(Map<Charge, Long> counts) {
    counts.forEach(
        (charge, times) -> {
          if (times != 0) {
            this.counts.put(charge, times);
          }
        });
  }

  /** How often. */
  public long of(Charge charge) {
    return counts.getOrDefault(charge, 0L);
  }

  /** One more kind of charge. */
  public Work and(Charge charge, long times) {
    return combined(new Work(Map.of(charge, times)), Long::sum);
  }

  /** What came since then. */
  public Work since(Work then) {
    return combined(then, (now, before) -> now - before);
  }

  private Work combined(Work other, LongBinaryOperator by) {
    Map<Charge, Long> combined = new EnumMap<>(Charge.class);
    for (Charge charge : Charge.values()) {
      combined.put(charge, by.applyAsLong(of(charge), other.of(charge)));
    }
    return new Work(combined);
  }

  /** What it costs by estimate, in microseconds of MongoDB 4.0. */
  public double estimatedMicros() {
    return counts.entrySet().stream()
        .mapToDouble(each -> each.getValue() * each.getKey().micros())
        .sum();
  }

  /**
   * The part of each of so many transfers.
   *
   * @param transfers at least one
   */
  public WorkOfTransfer over(long transfers) {
    return new WorkOfTransfer(
        (double) of(Charge.ROUND_TRIP) / transfers,
        (double) of(Charge.MAJORITY_WAIT) / transfers,
        (double) of(Charge.DOCUMENT_WRITE) / transfers,
        (double) of(Charge.BYTE_WRITTEN) / transfers,
        (double) (of(Charge.INSERTED_KEY) + of(Charge.CHANGED_KEY)) / transfers,
        (double) of(Charge.PREDICATE) / transfers,
        (double) of(Charge.ARRAY_ELEMENT) / transfers,
        estimatedMicros() / transfers);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Work work && counts.equals(work.counts);
  }

  @Override
  public int hashCode() {
    return counts.hashCode();
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
