package io.twophase.app.function.history;

import io.twophase.app.function.history.Run.Append;
import io.twophase.app.function.history.Run.Outcome;
import io.twophase.app.function.history.Run.Read;
import io.twophase.app.function.history.Run.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** Records what callers saw, and writes it in the form that others can check. Thread-safe. */
final class History {

  private final AtomicLong clock = new AtomicLong();
  private final List<Run> runs = new ArrayList<>();

  /** The runs that have completed. */
  synchronized List<Run> runs() {
    return List.copyOf(runs);
  }

  private synchronized void add(Run run) {
    runs.add(run);
  }

  /** A call begins, which comes to one run or several. */
  Call call(int process) {
    return new Call(process);
  }

  /** One call of a process, for one thread. */
  final class Call {
    private final int process;
    private List<Step> steps = new ArrayList<>();
    private long invoked = -1;

    private Call(int process) {
      this.process = process;
    }

    /** The function runs: if it ran before, then that run has not happened. */
    void begin() {
      end(Outcome.NOT_APPLIED);
      steps = new ArrayList<>();
      invoked = clock.incrementAndGet();
    }

    /** The run has taken a step. */
    void step(Step step) {
      steps.add(step);
    }

    /** The caller knows of the last run, if there was one. */
    void end(Outcome outcome) {
      if (invoked >= 0) {
        add(new Run(process, invoked, clock.incrementAndGet(), outcome, List.copyOf(steps)));
        invoked = -1;
      }
    }
  }

  /**
   * The history in Elle's form for list appends: two operations for each run, in the order of time.
   * Elle asks that nobody relies on what was read by a run that is not known to have happened.
   */
  static String elle(List<Run> runs) {
    Map<Long, String> operations = new TreeMap<>();
    for (Run run : runs) {
      operations.put(run.invoked(), operation(run, "invoke", false));
      operations.put(
          run.completed(), operation(run, run.outcome().elle(), run.outcome() == Outcome.APPLIED));
    }
    List<String> indexed = new ArrayList<>();
    operations.values().forEach(each -> indexed.add("{\"index\":" + indexed.size() + each));
    return indexed.stream().collect(Collectors.joining(",\n", "[", "]\n"));
  }

  private static String operation(Run run, String type, boolean isRead) {
    return run.steps().stream()
        .map(step -> step(step, isRead))
        .collect(
            Collectors.joining(
                ",",
                ",\"type\":\"" + type + "\",\"process\":" + run.process() + ",\"value\":[",
                "]}"));
  }

  private static String step(Step step, boolean isRead) {
    String key = ",\"" + step.key() + "\",";
    if (step instanceof Append append) {
      return "[\"append\"" + key + append.value() + "]";
    }
    return "[\"r\"" + key + (isRead ? ((Read) step).values() : null) + "]";
  }
}
