package io.twophase.app.threads;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.twophase.app.transfer.TransactionOutcome;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * No command is sent with a monitor of Twophase held: before JDK 24 a virtual thread that waits
 * with one for the store's answer keeps its carrier. Shown on any JDK, by platform threads.
 */
@Timeout(120)
class MonitorsTest {

  /** Notes the monitors that a thread holds while it sends a command. */
  private static final class HeldMonitors implements CommandListener {

    private final ConcurrentLinkedQueue<String> held = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> sent = new ConcurrentLinkedQueue<>();

    @Override
    public void commandStarted(CommandStartedEvent event) {
      sent.add(event.getCommandName());
      note(event.getCommandName());
    }

    void note(String command) {
      for (ThreadInfo thread :
          ManagementFactory.getThreadMXBean()
              .getThreadInfo(new long[] {Thread.currentThread().getId()}, true, false)) {
        for (MonitorInfo monitor : thread.getLockedMonitors()) {
          StackTraceElement where = monitor.getLockedStackFrame();
          if (where != null && where.getClassName().startsWith("io.twophase")) {
            held.add(command + " with a monitor of " + where);
          }
        }
      }
    }
  }

  private final HeldMonitors monitors = new HeldMonitors();

  @Test
  void noCommandIsSentWithOne() throws Exception {
    List<TransactionOutcome> outcomes = new ArrayList<>();
    ExecutorService threads = Executors.newCachedThreadPool();
    try (ManyCallers callers = new ManyCallers(monitors)) {
      outcomes.addAll(callers.call(threads, "bank"));
    } finally {
      threads.shutdown();
    }

    assertThat(outcomes).isNotEmpty().allMatch(TransactionOutcome::isApplied);
    assertThat(monitors.sent).contains("insert", "update", "delete", "find");
    assertThat(monitors.held).isEmpty();
  }

  @Test
  void oneThatIsHeldIsSeen() {
    synchronized (this) {
      monitors.note("planted");
    }

    assertThat(monitors.held).singleElement().asString().contains("oneThatIsHeldIsSeen");
  }
}
