package io.twophase.domain.machine;

import io.twophase.domain.machine.Scene.Trait;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The scenes, by the names that the design's own model has for them. */
final class Scenes {

  private static final Map<String, Scene> ALL = new LinkedHashMap<>();

  private static final String HALF = String.valueOf(Long.MAX_VALUE / 2 + 1);

  /** Those of more than some ten thousand worlds, unless nothing goes wrong. */
  private static final Set<String> LARGE =
      Set.of(
          "ask2",
          "asks",
          "authorized",
          "back",
          "back_order",
          "bulk",
          "busy",
          "cancel_one",
          "ceiling_one",
          "common_late",
          "forget",
          "guard",
          "guard_off",
          "guard_one",
          "late_rival",
          "missing",
          "most_ceil",
          "most_none",
          "most_rival",
          "most_seen",
          "most_seen2",
          "most_two",
          "none",
          "order_most_late",
          "period",
          "refused",
          "reinsert2",
          "removed",
          "resurrect",
          "resurrect2",
          "retain",
          "retain_left",
          "shared",
          "single",
          "single_bulk",
          "sums",
          "swap",
          "taken_late",
          "whole_shared");

  static {
    add(
        "common",
        Scene.of("ADE", "2 0 0", "A-1 D:0>1; A-1 E:0>1; D:>5; A-1", "01 23", "own:0 own:1"));
    add(
        "common_late",
        Scene.of("AD", "2 0", "A-1 D:0>1; A-1; D:>5", "01", "own:0 lone:2 recover:0").timeOuts(1));
    add("refused", Scene.of("AD", "1 0", "D:0>1 A-2; A-1", "01", "own:0 recover:0").timeOuts(1));
    add(
        "left",
        Scene.of("DEA", "0 0 1", "D:>1 E:>1; A-1; E:>2", "01", "own:0 lone:2 ask:0")
            .that(Trait.ONWARD));
    add(
        "moved",
        Scene.of("ABD", "1 1 0", "D:>1 B-1; A-1; D:>3", "01", "own:0 recover:0 cancel:0 lone:2")
            .crashes(1));
    add("stale", Scene.of("A", "1", "A-1", "", "lone:0"));
    add("common3", Scene.of("AD", "1 0", "D:0>1 A-1; A-1; A-1 D:0>2; A+1", "01 23", "own:0 own:1"));
    add("busy", Scene.of("AD", "2 0", "A-1 D:0>1; A-1", "01", "own:0 recover:0").timeOuts(1));
    add(
        "tidy",
        Scene.of("AD", "2 0", "A-1 D:0>1; A-1", "01", "own:0 recover:0").that(Trait.UNSWEPT));
    add("single", Scene.of("AD", "1 0", "A-1 D:0>1", "", "lone:0 ask:0").timeOuts(1));
    add(
        "single_bulk",
        Scene.of("ADE", "1 0 -", "A-1 D:0>1 E!1", "", "lone:0 ask:0").timeOuts(1).that(Trait.BULK));
    add("opposite", Scene.of("DE", "0 0", "D:>1 E:>1; E:>2 D:>2", "", "lone:0 lone:1").timeOuts(1));
    add("opposite_ask", Scene.of("DE", "0 0", "D:>1 E:>1; E:>2 D:>2", "", "lone:0 lone:1 ask:0"));
    add(
        "opposite_many",
        Scene.of(
                "DEA",
                "0 0 2",
                "D:>1 E:>1; A-1; E:>2 D:>2; A-1",
                "01 23",
                "own:0 own:1 ask:0 ask:2")
            .that(Trait.ONWARD));
    add(
        "opposite_1_2",
        Scene.of("DEA", "0 0 2", "D:>1 E:>1; A-1; E:>2 D:>2", "01", "own:0 lone:2 ask:0"));
    add(
        "ring",
        Scene.of("DEF", "0 0 0", "D:>1 E:>1; E:>2 F:>2; F:>3 D:>3", "", "lone:0 lone:1 lone:2"));
    add(
        "late_order",
        Scene.of("DE", "0 0", "D:>1 E:>1; D:>2 E:>2", "", "lone:0 lone:1 ask:1").timeOuts(1));
    add(
        "patience",
        Scene.of("DE", "0 0", "D:>1 E:>1; E:>2 D:>2", "", "lone:0 lone:1").that(Trait.PATIENCE));
    add("reinsert", Scene.of("DA", "- 2", "D!1; A-1; D/; A-1; D!7", "01 23", "own:0 own:1 lone:4"));
    add(
        "reinsert2",
        Scene.of("DA", "- 1", "D!1; A-1; D!7", "01", "own:0 recover:0 lone:2").timeOuts(1));
    add(
        "resurrect",
        Scene.of("DE", "- 0", "D!1; E:>1; D/", "01", "own:0 recover:0 lone:2").timeOuts(1));
    add(
        "removed",
        Scene.of("DE", "0 0", "D/; E:>1; D!7", "01", "own:0 recover:0 lone:2").timeOuts(1));
    add("placeholders", Scene.of("DA", "- 1", "D!1 A-1; D!2", "", "lone:0 cancel:0 lone:1"));
    add("skew_absent", Scene.of("DE", "- -", "D~ E!1; E~ D!1", "", "lone:0 lone:1").timeOuts(1));
    add("skew", Scene.of("DE", "0 0", "D?0 E:0>1; E?0 D:0>1", "", "lone:0 lone:1").timeOuts(1));
    add(
        "skew_many",
        Scene.of("DEA", "0 0 2", "D?0 E:0>1; A-1; E?0 D:0>1; A-1", "01 23", "own:0 own:1"));
    add("taken", Scene.of("AD", "2 0", "D:>1 A-1; A-1; D:>3", "01 0", "own:0 own:1 lone:2"));
    add(
        "taken_late",
        Scene.of("D", "0", "D:>1; D:>3", "0 0", "own:0 own:1 lone:1")
            .timeOuts(1)
            .that(Trait.PARTS));
    add(
        "alone",
        Scene.of("AD", "2 0", "D:>1 A-1; A-1; D:>3", "01", "own:0 lone:2 ask:0")
            .that(Trait.ONWARD));
    add(
        "alone_late",
        Scene.of("D", "0", "D:>1; D:>3", "0", "own:0 lone:1 ask:0").timeOuts(1).that(Trait.ONWARD));
    add("asks", Scene.of("A", "3", "A-1", "0", "own:0 ask:0 ask:0").timeOuts(1).that(Trait.PARTS));
    add(
        "ask2",
        Scene.of("A", "3", "A-1; A-1", "01", "own:0 recover:0 ask:0")
            .timeOuts(1)
            .that(Trait.PARTS));
    add(
        "none",
        Scene.of("AD", "1 0", "D:>1 A-1; D:>3", "0", "own:0 lone:1 ask:0")
            .timeOuts(1)
            .that(Trait.ONWARD));
    add(
        "shared",
        Scene.of("A", "3", "A-1; A-1", "0 01", "own:0 own:1 recover:1")
            .timeOuts(1)
            .that(Trait.PARTS));
    add(
        "guard",
        Scene.of("DA", "0 1", "D:1>2; A-1; D:0>1", "01", "own:0 recover:0 lone:2").timeOuts(1));
    add(
        "guard_off",
        Scene.of("DA", "0 1", "D:0>2; A-1; D:0>1", "01", "own:0 recover:0 lone:2").timeOuts(1));
    add("guard_one", Scene.of("D", "0", "D:1>2; D:0>1", "", "lone:0 ask:0 lone:1").timeOuts(1));
    add("most", Scene.of("AB", "3 0", "A<5 B>5; A-1 B+1; A-1", "01", "own:0 recover:0 lone:2"));
    add("most2", Scene.of("AB", "3 0", "A-1 B+1; A<5 B>5; A-1", "01", "own:0 recover:0 lone:2"));
    add(
        "most_late",
        Scene.of("AB", "2 0", "A-1; A<5 B>5; A+1", "01", "own:0 recover:0 lone:2").timeOuts(1));
    add("most_paid", Scene.of("ABD", "1 2 0", "B-2 A+2 D:>1; A<5 B>5; D:>3", "01", "own:0 lone:2"));
    add(
        "most_short",
        Scene.of("ABD", "3 0 0", "A-2 D:0>1; A<5 B>5; D:>3", "01", "own:0 lone:2 cancel:0"));
    add(
        "most_ceil",
        Scene.of("AB", "3 0", "A<5 B>5; B+1", "01", "own:0 recover:0").timeOuts(1).ceilings(9, 2));
    add("most_one", Scene.of("AB", "2 0", "A<3 B>3; A-1", "", "lone:0 ask:0 lone:1").timeOuts(1));
    add("most_none", Scene.of("AB", "0 0", "A<3 B>3; A+1", "", "lone:0 ask:0 lone:1").timeOuts(1));
    add(
        "most_seen",
        Scene.of("AB", "2 0", "A-3; A<5 B>5", "01", "own:0 recover:0")
            .timeOuts(1)
            .that(Trait.PARTS));
    add("most_rival", Scene.of("AB", "2 0", "A<5 B>5; A<5 B>5", "0 1", "own:0 own:1").timeOuts(1));
    add("most_two", Scene.of("AB", "3 0", "A<2 B>2; A<2 B>2", "01", "own:0 recover:0").timeOuts(1));
    add("sums", Scene.of("AB", "2 0", "A-1 B+1; A-2 B+2", "01", "own:0 recover:0").timeOuts(1));
    add(
        "swap",
        Scene.of("AB", "1 1", "A-1 B+1; B-1 A+1", "01", "own:0 recover:0")
            .timeOuts(1)
            .fitting(0, 1));
    add("pays", Scene.of("ABD", "0 1 0", "B-1 A+1 D:>1; A-1; D:>3", "01", "own:0 lone:2"));
    add("paid", Scene.of("AB", "1 0", "A-1 B+1; B-1", "0 1", "own:0 own:1").timeOuts(1));
    add(
        "seen_late",
        Scene.of("A", "2", "A-1; A-1", "01", "own:0 recover:0").timeOuts(1).that(Trait.PARTS));
    add(
        "seen_late3",
        Scene.of("A", "2", "A-3; A-1", "01", "own:0 recover:0").timeOuts(1).that(Trait.PARTS));
    add("late_rival", Scene.of("A", "2", "A-1; A-1; A-1", "01 2", "own:0 own:1").timeOuts(2));
    add("reduced", Scene.of("A", "1", "A-1; A-1; A+1", "01 2", "own:0 own:1 recover:0"));
    add("oversize", Scene.of("A", "1", "A-2; A-1", "0 1", "own:0 own:1").timeOuts(1).fitting(1));
    add(
        "ceiling",
        Scene.of("AB", "2 0", "A-1 B+1; B+1; B-1", "01", "own:0 recover:0 lone:2").ceilings(9, 1));
    add(
        "ceiling_one",
        Scene.of("B", "0", "B+2; B+1", "", "lone:0 ask:0 lone:1").timeOuts(1).ceilings(2));
    add("field_check", Scene.of("AB", "2 0", "A?2 B+1; A-1; B+1; A+1", "01 23", "own:0 own:1"));
    add("field_close", Scene.of("AB", "2 0", "A-1 B+1; A/2; A?", "", "lone:0 lone:1 lone:2"));
    add("field_gone", Scene.of("A", "-", "A!2; A-1; A-1", "12", "lone:0 own:0 recover:0"));
    add(
        "period",
        Scene.of("PA", "0 2", "P?0 A-1; P?0 A-1; P:0>1", "01", "own:0 recover:0 lone:2")
            .timeOuts(1));
    add(
        "period_fit",
        Scene.of("PA", "0 2", "P?0 A-1; P?0 A-1; P?0 A+1", "01 2", "own:0 own:1").fitting(0, 1, 2));
    add(
        "period_two",
        Scene.of("PA", "0 3", "P?0 A-1; P?0 A-1; P?0 A-1; P:0>1", "01 2", "own:0 own:1 lone:3"));
    add(
        "period_cancel",
        Scene.of("PA", "0 2", "P?0 A-1; P?0 A-1; P:0>1", "01", "own:0 cancel:0 lone:2"));
    add(
        "period_closers",
        Scene.of("PA", "0 1", "P:0>1; A-1; P:0>2; P?0 A+1", "01 23", "own:0 own:1"));
    add("cancel", Scene.of("AD", "2 0", "D:>1 A-1; A-1", "01", "own:0 recover:0 cancel:0"));
    add("cancel_late", Scene.of("D", "0", "D:>1", "0", "own:0 cancel:0 ask:0").timeOuts(1));
    add(
        "cancel_busy",
        Scene.of("AD", "2 0", "D:>1 A-1; A-1; D:>2", "01", "own:0 cancel:0 ask:0 lone:2"));
    add("cancel_all", Scene.of("AD", "2 0", "D:>1; A-1", "01", "own:0 cancel:0 cancel:1"));
    add(
        "cancel_one",
        Scene.of("AD", "1 0", "D:>1 A-1; D:>2", "", "lone:0 cancel:0 lone:1").timeOuts(1));
    add("whole", Scene.of("AD", "2 0", "D:>1 A-1; A-1", "01", "own:0 recover:0 stop:0"));
    add(
        "whole_shared",
        Scene.of("A", "3", "A-1", "0 0", "own:0 own:1 stop:1").timeOuts(1).that(Trait.PARTS));
    add(
        "crash",
        Scene.of("AD", "2 0", "D:>1 A-1; A-1", "01", "own:0 recover:0 ask:0 ask:1")
            .crashes(1)
            .that(Trait.ONWARD));
    add(
        "crash_busy",
        Scene.of("AD", "2 0", "D:>1 A-1; A-1; D:>2", "01", "own:0 recover:0 lone:2 ask:0")
            .crashes(1)
            .that(Trait.ONWARD));
    add(
        "crash_one",
        Scene.of("DE", "0 0", "D:>1 E:>1; E:>2 D:>2", "", "lone:0 lone:1 ask:0 ask:1").crashes(1));
    add(
        "crash_most",
        Scene.of("AB", "2 0", "A<3 B>3; A-1", "01", "own:0 recover:0 ask:1")
            .timeOuts(1)
            .crashes(1));
    add(
        "crash_doc",
        Scene.of("D", "-", "D!1; D!2", "0", "own:0 recover:0 ask:0 lone:1")
            .timeOuts(1)
            .crashes(1)
            .that(Trait.PARTS));
    add(
        "beside",
        Scene.of("AD", "1 0", "D:>1 A-1; A-1; A-1 D:>2", "01", "own:0 lone:2 ask:2").timeOuts(1));
    add(
        "bulk",
        Scene.of("AD", "1 0", "D:>1 A-1; D:>2", "0", "own:0 recover:0 lone:1")
            .timeOuts(1)
            .that(Trait.BULK));
    add(
        "retain",
        Scene.of("A", "2", "A-1", "0", "own:0 recover:0 ask:0")
            .timeOuts(1)
            .that(Trait.PARTS, Trait.RETAIN));
    add(
        "retain2",
        Scene.of("AD", "3 0", "A-1; D:>1", "01", "own:0 ask:0").timeOuts(1).that(Trait.RETAIN));
    add(
        "retain_one",
        Scene.of("AD", "2 0", "A-1 D:>1; D:>2", "", "lone:0 ask:0 lone:1")
            .timeOuts(1)
            .that(Trait.RETAIN));
    add(
        "retain_left",
        Scene.of("D", "0", "D:>1; D:>2", "0", "own:0 ask:0 lone:1").timeOuts(1).that(Trait.RETAIN));
    add(
        "forget",
        Scene.of("A", "2", "A-1", "0", "own:0 recover:0 ask:0")
            .timeOuts(1)
            .that(Trait.PARTS, Trait.FORGET)
            .softly("Change", "InsertMember", "InsertRecord"));
    add(
        "forget_one",
        Scene.of("A", "2", "A-1", "", "lone:0 ask:0")
            .timeOuts(1)
            .that(Trait.FORGET)
            .softly("Change", "InsertRecord"));
    add(
        "order",
        Scene.of("AD", "1 0", "D:>1 A-1; A-1; D:>2", "01", "own:0 lone:2").that(Trait.ORDER));
    add(
        "order_late",
        Scene.of("A", "1", "A-1; A+1; A-1", "012", "own:0 recover:0").that(Trait.ORDER));
    add(
        "mixed",
        Scene.of(
            "ADEP",
            "1 0 - 0",
            "A-1 D:0>1 E!1 P?0; P?0 A+1; P:0>1",
            "01",
            "own:0 recover:0 lone:2"));
    add(
        "mixed_late",
        Scene.of("ADP", "1 - 0", "A-1 D!1 P?0; P:0>1", "0", "own:0 recover:0 lone:1").timeOuts(1));
    add(
        "common_crash",
        Scene.of("AD", "1 0", "A-1 D:>1; A-1 D:>5", "0 1", "own:0 own:1 recover:0 recover:1")
            .crashes(1));
    add("contested", Scene.of("D", "0", "D:>1; D:>3", "0 0 0", "own:0 own:1 own:2 lone:1"));
    add(
        "contested_cancel",
        Scene.of("D", "0", "D:>1; D:>3", "0 0", "own:0 own:1 cancel:0 ask:0 lone:1")
            .that(Trait.PARTS));
    add(
        "retain_moved",
        Scene.of("ABD", "1 1 0", "D:>1 B-1; A-1; D:>3", "01", "own:0 recover:0 cancel:0 lone:2")
            .crashes(1)
            .that(Trait.RETAIN));
    add(
        "order_most",
        Scene.of("AB", "2 0", "A-1; A<5 B>5; A-1", "012", "own:0 recover:0").that(Trait.ORDER));
    add(
        "order_most_late",
        Scene.of("AB", "2 0", "A-3; A<5 B>5", "01", "own:0 recover:0")
            .timeOuts(1)
            .that(Trait.ORDER, Trait.PARTS));
    add(
        "retain_doc",
        Scene.of("DA", "- 1", "D!1; A-1; D!2", "01", "own:0 recover:0 lone:2").that(Trait.RETAIN));
    add(
        "order_busy",
        Scene.of("ABD", "1 1 0", "D:>1 A-1; A-1 B+1; B-1; D:>2", "012", "own:0 recover:0 lone:3")
            .that(Trait.ORDER));
    add("together", Scene.of("DA", "0 1", "D:>1; D:0>2 A-1", "01", "own:0"));
    add("together_check", Scene.of("DA", "0 1", "A-1; A?1 D:>1", "01", "own:0"));
    add("together_guards", Scene.of("DA", "0 1", "D?0; D?1 A-1", "01", "own:0"));

    add(
        "late_order2",
        Scene.of("DE", "0 0", "D:>1 E:>1; D:>2 E:>2", "", "lone:0 lone:1").timeOuts(1));
    add(
        "cancel_left",
        Scene.of("D", "0", "D:>1; D:>3", "0", "own:0 recover:0 cancel:0 lone:1").crashes(1));
    // of today's explorers of lone transactions, documents, batches, at most and authorizations
    add(
        "swap0",
        Scene.of("AB", "0 0", "A-1 B+1; B-1 A+1", "01", "own:0 recover:0").that(Trait.ORDER));
    add("pays_all", Scene.of("ABC", "0 1 0", "B-1 A+1; A-1 C+1", "01", "own:0").fitting(0, 1));
    add(
        "circle",
        Scene.of("ABC", "1 0 0", "A-1 B+1; B-1 C+1; C-1 A+1", "012", "own:0 recover:0")
            .that(Trait.ORDER));
    add("back", Scene.of("ABC", "2 0 -", "A-1 C+1; A-2 B+2", "01", "own:0 recover:0").timeOuts(1));
    add(
        "back_order",
        Scene.of("ABC", "2 0 -", "A-1 C+1; A-2 B+2", "01", "own:0 recover:0")
            .that(Trait.ORDER)
            .timeOuts(1));
    add(
        "missing",
        Scene.of("ABC", "1 - 0", "A-1 B+1; A-1 C+1", "01", "own:0 recover:0").timeOuts(1));
    add(
        "rivals",
        Scene.of("AB", "1 0", "A-1 B+1; A-1 B+1", "0 1", "own:0 recover:0 own:1").timeOuts(1));
    add("dead", Scene.of("A", "3", "A-1", "0 0", "own:0 own:1 ask:0").timeOuts(1));
    add(
        "whole2",
        Scene.of("AB", "2 0", "A-1 B+1; A-1 B+1", "01", "own:0 stop:0")
            .that(Trait.PARTS)
            .timeOuts(1));
    add("older", Scene.of("ABC", "2 0 0", "A-1 B+1; A-1 C+1", "01", "own:0 recover:0 cancel:0"));
    add(
        "tidy2",
        Scene.of("AD", "5 0", "A-1 D:>1; A-1", "01", "own:0 recover:0").that(Trait.UNSWEPT));
    add(
        "most_held",
        Scene.of("AB", "2 0", "A-1 B+1; A-3 B+3; A<5 B>5", "012", "own:0 recover:0 recover:0")
            .that(Trait.PARTS));
    add(
        "whole3",
        Scene.of("ABC", "2 0 0", "A-1 B+1; A-1 C+1", "01", "own:0 stop:0").that(Trait.PARTS));
    add("plain", Scene.of("AD", "5 0", "A-1 D:0>1", "", "lone:0 ask:0"));
    add("asks2", Scene.of("D", "0", "D:>1; D:>2", "0", "own:0 lone:1 ask:0 ask:0"));
    add(
        "greedy",
        Scene.of("ABC", "3 0 0", "A-2 B+2; A-2 B+2; A-1 C+1", "01 2", "own:0 own:1").fitting(2));
    add(
        "most_seen2",
        Scene.of("AB", "2 0", "A-3 B+3; A<5 B>5", "01", "own:0 recover:0")
            .that(Trait.PARTS)
            .timeOuts(1));
    add(
        "unread",
        Scene.of("ABC", "1 0 0", "A-1 B+1; A-2 C+2", "01", "own:0 recover:0")
            .that(Trait.STALE)
            .crashes(1));
    add(
        "unread2",
        Scene.of("AB", "2 0", "A-1 B+1", "0", "own:0 stop:0 recover:0").that(Trait.STALE));
    add("resume", Scene.of("ABD", "2 0 0", "A-1 B+1; D:>1; D:>2", "01", "own:0 resume:0 lone:2"));
    add(
        "resume_left",
        Scene.of("D", "0", "D:>1; D:>2", "0", "own:0 recover:0 resume:0 lone:1").crashes(1));
    add("abandon", Scene.of("AB", "2 0", "A-1 B+1", "", "lone:0 abandon:0").timeOuts(1));
    add("submit", Scene.of("AB", "2 0", "A-1 B+1", "", "submit:0 resume:0 cancel:0").timeOuts(1));
    add(
        "forget_retain",
        Scene.of("A", "2", "A-1", "0", "own:0 recover:0").that(Trait.RETAIN, Trait.FORGET));
    add(
        "back_off",
        Scene.of("DE", "0 0", "D:0>1 E:>1; E:0>2", "", "lone:0 ask:0 lone:1").timeOuts(1));
    add("three", Scene.of("ABC", "2 0 0", "A-2 B+1 C+1", "", "lone:0 ask:0 cancel:0"));
    add("room", Scene.of("AD", "3 0", "A-1 D:>1; A-1 D:>2", "", "lone:0 lone:1").limit(1));
    add(
        "foreign",
        Scene.of("DE", "0 0", "D:0>1 E:>1", "", "lone:0 ask:0").held(0, Aliens.ORPHAN).timeOuts(1));
    add("homes", Scene.of("A", "3", "A-1", "", "lone:0").held(0, Aliens.OF_ANOTHER_HOME));
    add(
        "authorized",
        Scene.of("AB", "5 0", "A-3 B+3", "", "lone:0 resume:0 part:0")
            .authorizing(Aliens.TERMS)
            .timeOuts(1));
    add(
        "captured",
        Scene.of("AB", "5 0", "A-3 B+3", "", "lone:0 capture:0 part:0 cancel:0")
            .authorizing(Aliens.TERMS));
    add(
        "approved",
        Scene.of("AB", "5 0", "A-3 B+3", "", "lone:0 approve:0 part:0 cancel:0")
            .authorizing(Aliens.APPROVED));
    add("forget_own", Scene.of("A", "2", "A-1", "0", "own:0 recover:0 ask:0").that(Trait.FORGET));
    add("opposite_two", Scene.of("DE", "0 0", "D:>1 E:>1; E:>2 D:>2", "0 1", "own:0 own:1"));
    add("resurrect2", Scene.of("DE", "- 0", "D!1; D/", "", "lone:0 ask:0 lone:1").timeOuts(1));
    add("lost", Scene.of("A", "2", "A-1", "", "lone:0").timeOuts(1).that(Trait.FORGET, Trait.LOST));
    add("most_grows", Scene.of("AB", "2 0", "A<3 B>3; A+1", "", "lone:0 lone:1").timeOuts(1));
    add("most_back", Scene.of("AB", "2 0", "A<3 B>3", "", "lone:0 cancel:0").that(Trait.UNSWEPT));
    add(
        "id_taken",
        Scene.of("AB", "5 0", "A-1 B+1; A-1 B+1", "01", "own:0 recover:0").taken(0, "A-2 B+2"));
    add(
        "huge",
        Scene.of(
                "ABC",
                HALF + " " + HALF + " 0",
                "A-H C+H; B-H C+H".replace("H", HALF),
                "01",
                "own:0 recover:0")
            .ceilings(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE));
    add(
        "status",
        Scene.of("ABC", "2 1 0", "A? B-1 C+1; A-1 C+1", "", "lone:0 lone:1").that(Trait.FREEZE));
    add(
        "checked",
        Scene.of("ABC", "2 1 0", "A? B-1 C+1; A-1 C+1", "0 1", "own:0 own:1").fitting(0, 1));
    add("twice", receipts("A", "2", "A-1", "lone:0 ask:0").asking(2));
    add("twice_refused", receipts("A", "0", "A-1; A+1", "lone:0 lone:1").asking(2));
    add("twice_most", receipts("AB", "2 0", "A<3 B>3", "lone:0 ask:0").asking(2));
    add("reused", receipts("A", "2", "A-1", "lone:0 other:0").asking(2).timeOuts(1));
    add("receipt_crash", receipts("A", "2", "A-1", "lone:0 resume:0").crashes(1));
    add("receipt_cancel", receipts("A", "2", "A-1", "lone:0 cancel:0").that(Trait.UNSWEPT));
    add("retired", receipts("A", "0", "A-1; A+1", "lone:0 lone:1").asking(3).retiring(1));
    add(
        "receipt_left",
        Scene.of("DA", "0 1", "D:>1; A-1; D:>2", "01", "own:0 lone:2 ask:0").that(Trait.RECEIPTS));
    add("receipt_batch", Scene.of("A", "2", "A-1", "0", "own:0 ask:0").that(Trait.RECEIPTS));
    add(
        "receipt_held",
        receipts("AB", "5 0", "A-3 B+3", "lone:0 capture:0 cancel:0").authorizing(Aliens.TERMS));
  }

  private static Scene receipts(String targets, String values, String members, String roles) {
    return Scene.of(targets, values, members, "", roles).that(Trait.RECEIPTS);
  }

  /** Those of as many worlds though nothing goes wrong. */
  private static final Set<String> HUGE =
      Set.of(
          "alone_late",
          "asks2",
          "back_off",
          "beside",
          "cancel_busy",
          "cancel_left",
          "common_crash",
          "contested_cancel",
          "crash",
          "crash_busy",
          "crash_doc",
          "crash_most",
          "crash_one",
          "late_order",
          "mixed",
          "mixed_late",
          "most",
          "most2",
          "most_held",
          "most_late",
          "most_one",
          "moved",
          "older",
          "opposite_ask",
          "opposite_many",
          "order_busy",
          "resume_left",
          "retain_doc",
          "retain_moved",
          "retain_one",
          "rivals",
          "seen_late3",
          "three",
          "unread2",
          "whole",
          "whole2");

  private Scenes() {}

  private static void add(String name, Scene scene) {
    if (ALL.put(name, scene) != null) {
      throw new IllegalArgumentException("two scenes " + name);
    }
  }

  static Scene named(String name) {
    Scene scene = ALL.get(name);
    if (scene == null) {
      throw new IllegalArgumentException("no scene " + name);
    }
    return scene;
  }

  static boolean isLarge(String name) {
    return LARGE.contains(name) || isHuge(name);
  }

  static boolean isHuge(String name) {
    return HUGE.contains(name);
  }

  static Map<String, Scene> all() {
    return ALL;
  }
}
