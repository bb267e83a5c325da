package io.twophase.app.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.twophase.app.transfer.TransactionOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many callers on virtual threads: none of them keeps its carrier while the store answers. */
@Timeout(120)
class VirtualThreadsTest {

  /** Which threads send commands. */
  private static final class Senders implements CommandListener {

    private final ConcurrentHashMap<String, Long> commands = new ConcurrentHashMap<>();

    @Override
    public void commandStarted(CommandStartedEvent event) {
      String thread = Thread.currentThread().getClass().getSimpleName();
      commands.merge(thread, 1L, Long::sum);
    }
  }

  @BeforeEach
  void onlyWhereTheyAre() {
    assumeThat(Runtime.version().feature())
        .as("virtual threads: a JDK 21 or newer, by -P virtual-threads -Dtwophase.newer.java=…")
        .isGreaterThanOrEqualTo(21);
  }

  /** By reflection, for this is compiled for JDK 17. */
  private static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  private static List<RecordedEvent> byTwophase(List<RecordedEvent> events) {
    return events.stream().filter(Pinned::isByTwophase).toList();
  }

  /** The first time is for what happens once, such as loading classes. */
  @Test
  void noneKeepsItsCarrier() throws Exception {
    Senders senders = new Senders();
    List<TransactionOutcome> outcomes = new ArrayList<>();
    ExecutorService threads = virtualThreads();
    List<RecordedEvent> pinned;
    try (ManyCallers callers = new ManyCallers(senders)) {
      callers.call(threads, "first");
      try (Pinned recorder = Pinned.record()) {
        outcomes.addAll(callers.call(threads, "bank"));
        pinned = recorder.events();
      }
    } finally {
      threads.shutdown();
    }

    List<RecordedEvent> ours = byTwophase(pinned);
    System.out.printf(
        "JDK %s: %d transfers, commands %s, pinned by Twophase %d, by others %d%n",
        Runtime.version(),
        outcomes.size(),
        senders.commands,
        ours.size(),
        pinned.size() - ours.size());
    pinned.forEach(System.out::println);
    assertThat(outcomes).isNotEmpty().allMatch(TransactionOutcome::isApplied);
    assertThat(senders.commands).containsKey("VirtualThread");
    assertThat(ours).isEmpty();
  }

  /** Waits in its initializer, which the JDK calls from a native frame. */
  static final class Planted {
    static {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  @Test
  void oneThatIsPlantedIsSeen() throws Exception {
    ExecutorService threads = virtualThreads();
    try (Pinned recorder = Pinned.record()) {
      threads.submit(() -> Class.forName(VirtualThreadsTest.class.getName() + "$Planted")).get();

      assertThat(byTwophase(recorder.events()))
          .singleElement()
          .extracting(RecordedEvent::toString)
          .asString()
          .contains("VirtualThreadsTest$Planted");
    } finally {
      threads.shutdown();
    }
  }
}
