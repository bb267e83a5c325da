package io.twophase.domain.explorer.batch;

import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.eur;

import io.twophase.domain.explorer.batch.Message.Soft;
import java.util.Map;
import java.util.TreeMap;

/** The scenes, by the names that the design's own model has for them. */
final class Scenes {

  private static final Map<String, Scene> ALL = new TreeMap<>();

  static {
    add("two", Scene.of("2 0 0", "AB1 AC1", "01", "own:0 recover:0").timeOuts(1));
    add("swap", Scene.of("1 1", "AB1 BA1", "01", "own:0 recover:0").fitting().timeOuts(1));
    add(
        "swap1",
        Scene.of("1 0", "AB1 BA1", "01", "own:0 recover:0").fitting().ordered().timeOuts(1));
    add("swap0", Scene.of("0 0", "AB1 BA1", "01", "own:0 recover:0").ordered().timeOuts(1));
    add("pays", Scene.of("0 1 0", "BA1 AC1", "01", "own:0 recover:0").timeOuts(1));
    add("pays_all", Scene.of("0 1 0", "BA1 AC1", "01", "own:0").fitting());
    add("pays_busy", Scene.of("0 1! 0", "BA1 AC1", "01", "own:0").timeOuts(1));
    add("circle", Scene.of("1 0 0", "AB1 BC1 CA1", "012", "own:0").fitting().ordered());
    add("circle_over", Scene.of("1 0 0", "AB1 BC1 CA1", "012", "own:0 recover:0").ordered());
    add("seen_late", Scene.of("2 0", "AB1 AB1", "01", "own:0 recover:0").timeOuts(1));
    add("seen_late2", Scene.of("0 1 0", "BA1 AC1", "01", "own:0 recover:0").ordered().timeOuts(1));
    add("reduced", Scene.of("2 0 0", "AB1 AC2 AC1", "01 2", "own:0 own:1"));
    add("reduced2", Scene.of("1 1", "AB1 AB1 BA1", "01 2", "own:0 own:1").timeOuts(1));
    add("reduced3", Scene.of("1 1", "AB1 AB1 BA1", "01 2", "own:0 own:1 recover:0"));
    add("oversize", Scene.of("1 0 0", "AB2 AC1", "0 1", "own:0 own:1").fitting(1).timeOuts(1));
    add("oversize_in", Scene.of("1 1 0/1", "AC2 BC1", "0 1", "own:0 own:1").fitting(1).timeOuts(1));
    add("beside", Scene.of("3 0 0", "AB2 AB2 AC1", "01 2", "own:0 own:1").fitting(2).timeOuts(1));
    add("beside_in", Scene.of("1 1 0/1", "AC1 BC1 CA1", "01 2", "own:0 own:1").timeOuts(1));
    add("seen_late3", Scene.of("2 0", "AB3 AB1", "01", "own:0 recover:0").timeOuts(1));
    add("back", Scene.of("2 0 -", "AC1 AB2", "01", "own:0 recover:0").timeOuts(1));
    add("back_order", Scene.of("2 0 -", "AC1 AB2", "01", "own:0 recover:0").ordered().timeOuts(1));
    add("order_dep", Scene.of("0 1 0", "AC1 BA1 AC1", "012", "own:0 recover:0").ordered());
    add("order_ceil", Scene.of("1 1 0/1", "AC1 BC1 CA1", "012", "own:0 recover:0").ordered());
    add("order_cancel", Scene.of("0 1 0", "BA1 AC1", "01", "own:0 recover:0 cancel:0").ordered());
    add("order_busy", Scene.of("0 1! 0", "BA1 AC1", "01", "own:0 recover:0").ordered().timeOuts(1));
    add("huge", Scene.of("H/M H/M 0/M", "ACH BCH", "01", "own:0 recover:0").timeOuts(1));
    add("huge_back", Scene.of("H/M 0/M", "ABH BAH ABH", "012", "own:0 recover:0").ordered());
    add("sums", Scene.of("2 0 0", "AB1 AC2", "01", "own:0 recover:0").timeOuts(1));
    add("ceiling", Scene.of("2 0 0/0", "AB1 AC1", "01", "own:0 recover:0").timeOuts(1));
    add("missing", Scene.of("1 - 0", "AB1 AC1", "01", "own:0 recover:0").timeOuts(1));
    add("late", Scene.of("1 0", "AB1 AB1", "01", "own:0 recover:0").timeOuts(1));
    add("late_rival", Scene.of("2 0", "AB1 AB1 AB1", "01 2", "own:0 own:1").timeOuts(2));
    add("busy", Scene.of("2 0! 0", "AB1 AC1", "01", "own:0 ask:0").timeOuts(1));
    add("file", Scene.of("1 0! 0", "AB1 AC1", "01", "own:0 recover:0").ordered().timeOuts(1));
    add("file3", Scene.of("2 - 0", "AB1 AC2 AC1", "012", "own:0 recover:0").ordered());
    add("rivals", Scene.of("1 0", "AB1 AB1", "0 1", "own:0 recover:0 own:1").timeOuts(1));
    add("paid", Scene.of("1 0 0", "AB1 BC1", "0 1", "own:0 own:1").timeOuts(1));
    add("shared", Scene.of("3 0", "AB1 AB1", "0 01", "own:0 own:1 recover:1").timeOuts(1));
    add("moved", Scene.of("2 0! 0", "AB1 AC1", "0 01", "own:0 own:1").timeOuts(1));
    add("moved2", Scene.of("2 0! 0", "AB1 AC1", "0 01", "own:0 own:1 recover:1"));
    add("ask", Scene.of("2 0", "AB1", "0", "own:0 recover:0 ask:0").timeOuts(1));
    add("resume", Scene.of("2 0! 0", "AB1 AC1", "01", "own:0 resume:0").timeOuts(1));
    add("resume_ask", Scene.of("2 0", "AB1", "0", "own:0 resume:0 ask:0").timeOuts(1));
    add("resume_left", Scene.of("2 0!", "AB1", "0", "own:0 recover:0 resume:0").crashes(1));
    add("ask2", Scene.of("3 0", "AB1 AB1", "01", "own:0 recover:0 ask:0"));
    add("asks", Scene.of("3 0", "AB1", "0", "own:0 ask:0 ask:0").timeOuts(1));
    add("cancel", Scene.of("2 0", "AB1 AB1", "01", "own:0 recover:0 cancel:0").timeOuts(1));
    add("cancel_room", Scene.of("1 0 0", "AB1 AC1", "01", "own:0 cancel:0").timeOuts(1));
    add("cancel_busy", Scene.of("2 0! 0", "AB1 AC1", "01", "own:0 cancel:0 ask:0"));
    add("cancel_left", Scene.of("2 0!", "AB1", "0", "own:0 recover:0 cancel:0").crashes(1));
    add("dead", Scene.of("3 0", "AB1", "0 0", "own:0 own:1 ask:0").timeOuts(1));
    add("cancel_ask", Scene.of("2 0", "AB1", "0", "own:0 recover:0 cancel:0 ask:0"));
    add("whole", Scene.of("2 0", "AB1 AB1", "01", "own:0 recover:0 stop:0"));
    add("whole2", Scene.of("2 0", "AB1 AB1", "01", "own:0 stop:0").timeOuts(1));
    add("whole_shared", Scene.of("3 0", "AB1", "0 0", "own:0 own:1 stop:1").timeOuts(1));
    add(
        "foreign",
        Scene.of("2 0 0", "AB1 AC1", "01", "own:0 recover:0")
            .taken(1, debit("A", eur("5.00")), credit("C", eur("5.00")))
            .timeOuts(1));
    add(
        "legs",
        Scene.of("2 0 0", "AB1 AC1", "01", "own:0 recover:0")
            .taken(1, debit("A", cents(2)), credit("B", cents(1)), credit("C", cents(1)))
            .timeOuts(1));
    add("unread", Scene.of("1 0 0", "AB1 AC2", "01", "own:0 recover:0").readingLate().crashes(1));
    add("unread2", Scene.of("2 0", "AB1", "0", "own:0 stop:0 recover:0").readingLate());
    add("older", Scene.of("2 0 0", "AB1 AC1", "01", "own:0 recover:0 cancel:0"));
    add("crash", Scene.of("2 0 0", "AB1 AC1", "01", "own:0 recover:0").crashes(1));
    add("retain", Scene.of("2 0", "AB1", "0", "own:0 recover:0 ask:0").retaining().timeOuts(1));
    add("retain2", Scene.of("3 0", "AB1 AB1", "01", "own:0 ask:0").retaining().timeOuts(1));
    add(
        "forget",
        Scene.of("2 0", "AB1", "0", "own:0 recover:0 ask:0")
            .timeOuts(1)
            .forgetting(Soft.MEMBER, Soft.RECORD, Soft.DECISION));
    add(
        "forget_retain",
        Scene.of("2 0", "AB1", "0", "own:0 recover:0").timeOuts(1).retaining().forgetting());
  }

  private Scenes() {}

  private static void add(String name, Scene scene) {
    ALL.put(name, scene);
  }

  static Scene named(String name) {
    return ALL.get(name);
  }

  static Map<String, Scene> all() {
    return ALL;
  }
}
