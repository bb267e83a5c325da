package io.twophase.test.equality.document;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.test.equality.Shrinking;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Looks for a sequence of calls that tells a store of documents from an exact one. */
public final class DocumentEquality {

  private static final int SHRINKING_TRIES = 500;

  private final Supplier<DocumentStore> exact;
  private final Supplier<DocumentStore> tested;
  private final Draws draws;

  /**
   * Compares two stores.
   *
   * @param exact gives a fresh, empty store that answers exactly
   * @param tested gives a fresh, empty one of the sort that is tested
   * @param draws what is asked
   */
  public DocumentEquality(
      Supplier<DocumentStore> exact, Supplier<DocumentStore> tested, Draws draws) {
    this.exact = exact;
    this.tested = tested;
    this.draws = draws;
  }

  /**
   * Makes so many random calls on both.
   *
   * @return where they part and the shortest way there that was found; nothing if they do not
   */
  public Option<String> difference(long seed, int calls) {
    List<DocumentCall> sequence = sequence(seed, calls);
    return compare(sequence).map(found -> told(sequence, found));
  }

  private List<DocumentCall> sequence(long seed, int calls) {
    return RandomDocumentCalls.of(new Random(seed), draws, calls);
  }

  /** Where two stores part. */
  private record Parting(int step, String words) {}

  private String told(List<DocumentCall> sequence, Parting found) {
    List<DocumentCall> shortest =
        Shrinking.of(
            sequence.subList(0, found.step() + 1),
            SHRINKING_TRIES,
            DocumentCall::smaller,
            fewer -> compare(fewer).isDefined());
    return "of %d calls, %s%nshrunk to %d calls:%n%s%n%s"
        .formatted(
            sequence.size(),
            found.words(),
            shortest.size(),
            shortest.stream().map(call -> "  " + call).collect(Collectors.joining("\n")),
            compare(shortest).map(Parting::words).getOrElse("not seen again"));
  }

  private Option<Parting> compare(List<DocumentCall> calls) {
    List<DocumentRef> all = RandomDocumentCalls.documents(draws);
    DocumentStore exactStore = exact.get();
    DocumentLatitude latitude = new DocumentLatitude(exactStore.documents());
    DocumentReplies left = new DocumentReplies(exactStore, all);
    DocumentReplies right = new DocumentReplies(tested.get(), all);
    for (int step = 0; step < calls.size(); step++) {
      DocumentCall call = latitude.inToldOrder(calls.get(step));
      List<Object> expected = left.to(call);
      List<Object> told = answered(right, call);
      if (!latitude.allows(call, expected, told)) {
        return parting(step, call, "answer", expected, told);
      }
      List<Object> state = left.state();
      List<Object> otherState = right.state();
      if (!state.equals(otherState)) {
        return parting(step, call, "state", state, otherState);
      }
    }
    return Option.none();
  }

  /** A store that fails on one call is one that differs there, whatever it fails with. */
  private static List<Object> answered(DocumentReplies replies, DocumentCall call) {
    try {
      return replies.to(call);
    } catch (RuntimeException failed) {
      return List.of(failed.toString());
    }
  }

  private static Option<Parting> parting(
      int step, DocumentCall call, String what, List<Object> exact, List<Object> told) {
    List<String> lines = new ArrayList<>();
    lines.add("step " + step + ", " + call + "\n  the " + what + " differs");
    for (int at = 0; at < Math.max(exact.size(), told.size()); at++) {
      Object left = at < exact.size() ? exact.get(at) : "nothing";
      Object right = at < told.size() ? told.get(at) : "nothing";
      if (!left.equals(right)) {
        lines.add("  " + at + ", exact: " + left);
        lines.add("  " + at + ", told:  " + right);
      }
    }
    return Option.some(new Parting(step, String.join("\n", lines)));
  }

  /**
   * How often the exact store answers what to the calls of a seed, such as {@code HOLD Busy}: how
   * it is known that random calls come to everything that there is. Calls whose elements differ in
   * their kinds are counted as {@code mixed}.
   */
  public Map<String, Integer> answers(long seed, int calls) {
    Map<String, Integer> counts = new TreeMap<>();
    DocumentReplies replies =
        new DocumentReplies(exact.get(), RandomDocumentCalls.documents(draws));
    for (DocumentCall call : sequence(seed, calls)) {
      List<String> kinds = replies.to(call).stream().map(DocumentEquality::kind).toList();
      kinds.forEach(kind -> counts.merge(call.kind() + " " + kind, 1, Integer::sum));
      if (kinds.stream().distinct().count() > 1) {
        counts.merge(call.kind() + " mixed", 1, Integer::sum);
      }
    }
    return counts;
  }

  private static String kind(Object answer) {
    return answer instanceof DocumentHoldOutcome outcome
        ? outcome.fold(
            held -> "Held",
            present -> present.exactly() ? "Present" : "Present otherwise",
            busy -> "Busy",
            refused -> refused.refusal().kind(),
            inDoubt -> "InDoubt")
        : Objects.toString(answer);
  }
}
