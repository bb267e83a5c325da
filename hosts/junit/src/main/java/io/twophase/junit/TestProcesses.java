package io.twophase.junit;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.ports.EntityMapper;
import io.twophase.ports.Store;
import io.twophase.test.clock.SettableClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The processes of a test, over one store in memory and by one clock. The first is there from the
 * beginning; others are started by the test. To be closed at its end, which {@link
 * TwoPhaseExtension} does.
 */
public final class TestProcesses implements AutoCloseable {

  /** The time of the clock when a test begins. */
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final SettableClock clock = new SettableClock(START);
  private final Store store = InMemoryStore.create(clock);
  private final List<TestProcess> started = new ArrayList<>();
  private final EntityMapper mapper;
  private final TestProcess first;

  /** Starts one process over an empty store; its functions save no entities. */
  public TestProcesses() {
    this(EntityMapper.NONE);
  }

  /** Starts one process over an empty store; its functions save the entities of this mapper. */
  public TestProcesses(EntityMapper mapper) {
    this.mapper = mapper;
    this.first = start();
  }

  /** The process that is there from the beginning. */
  public TestProcess first() {
    return first;
  }

  /** Starts one more: another beside those that live, or the next after one that died. */
  public TestProcess start() {
    TestProcess process = new TestProcess(store, clock, mapper, this::takeOver);
    started.add(process);
    return process;
  }

  /** The clock of the store and of all processes. */
  public SettableClock clock() {
    return clock;
  }

  /** The store as it is, without anybody's faults. */
  public Store store() {
    return store;
  }

  private void takeOver() {
    if (start().recover().isEmpty()) {
      throw new AssertionError("another process was to take over, and found nothing unfinished");
    }
  }

  /**
   * Fails if a fault that was planned for any of the processes was not met. None is planned any
   * more after it.
   *
   * @throws AssertionError that names each of them, with what was written in its time
   */
  public void requireAllFaultsMet() {
    List<String> unmet = started.stream().flatMap(it -> it.faults().end().stream()).toList();
    if (!unmet.isEmpty()) {
      String line = System.lineSeparator() + "  ";
      throw new AssertionError("faults that were not met:" + line + String.join(line, unmet));
    }
  }

  @Override
  public void close() {
    started.forEach(TestProcess::close);
  }
}
