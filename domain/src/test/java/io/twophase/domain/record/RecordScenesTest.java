package io.twophase.domain.record;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.ApproverName;
import io.twophase.domain.Owner;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HistoryEntry;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.State.Timeline;
import io.twophase.domain.transaction.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records, their transitions and what they say of their members, in scenes. A record has a name in
 * a scene: {@code several}, {@code begun}, {@code submitted} and {@code tombstone} begin one, and
 * {@code way done pending finish b1 APPLIED} is another one, where transitions have led to.
 */
class RecordScenesTest {
  private static final Instant LATER = NOW.plusSeconds(1);
  private static final RecordId BATCH = new RecordId("batch:1");
  private static final CancelReason REFUSAL = new HoldRefusal.NoSuchAccount(accountId("B"));
  private static final Owner OWNER =
      new Owner(APP, Optional.of(new OwnerId("host:1")), token("owner"));
  private static final Owner RIVAL =
      new Owner(APP, Optional.of(new OwnerId("host:2")), token("rival"));

  private static final Pattern DOCUMENT = Pattern.compile("(\\w+)([-+]\\d+)?(?:@(\\w+))?");

  private final Map<String, TransactionRecord> records = new TreeMap<>();
  private List<TransactionId> members = List.of();
  private Retention retention = new Retention(Duration.ofDays(1), true);

  @ScenesOf("records.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(
        new Verbs(this)
            .ofValues(TransactionRecord.class)
            .reading(Transition.class, this::transition)
            .reading(NewTransaction.class, RecordScenesTest::body)
            .reading(MemberDocument.class, RecordScenesTest::document)
            .reading(
                TransactionRecord.class,
                name -> Optional.ofNullable(records.get(name)).orElseThrow())
            .saying(CancelReason.class, CancelReason::kind)
            .saying(Fate.class, RecordScenesTest::word)
            .saying(Timeline.class, RecordScenesTest::word)
            .saying(Transaction.class, RecordScenesTest::word)
            .saying(HistoryEntry.class, RecordScenesTest::word)
            .saying(Lookup.class, RecordScenesTest::word));
  }

  /** An id alone is that of a transfer. */
  private static NewTransaction body(String words) {
    return words.contains(" ") ? BodyWords.body(words) : transfer(words, "A", "B", cents(5));
  }

  /**
   * The document of a member, such as {@code m1+9@b2}: of nine seconds later and another record.
   */
  private static MemberDocument document(String word) {
    Matcher parts = DOCUMENT.matcher(word);
    assertThat(parts.matches()).as(word).isTrue();
    return new MemberDocument(
        id(Optional.ofNullable(parts.group(3)).orElse("b1")),
        body(parts.group(1)),
        NOW.plusSeconds(Long.parseLong(Optional.ofNullable(parts.group(2)).orElse("0"))));
  }

  void several(String name, List<NewTransaction> bodies) {
    members = bodies.stream().map(NewTransaction::id).toList();
    records.put(name, NewRecord.several(BATCH, bodies, false, OWNER).stored(NOW));
  }

  void begun(String name, Optional<String> terms) {
    NewTransaction body = body("t1");
    records.put(
        name,
        NewRecord.alone(terms.map(BodyWords::terms).map(body::authorizedUnder).orElse(body), OWNER)
            .stored(NOW));
  }

  void submitted(String name) {
    records.put(name, NewRecord.submitted(body("t1")).stored(NOW));
  }

  void named(String id, NewTransaction body) {
    new NewRecord(id(id), List.of(body), false, Optional.empty());
  }

  void tombstone(String name, String id) {
    records.put(name, NewRecord.tombstone(id(id)).stored(NOW));
  }

  void way(String name, TransactionRecord from, List<Transition> transitions) {
    reach(name, from, transitions, Duration.ZERO);
  }

  /** Each transition comes a second later than the one before. */
  void slowly(String name, TransactionRecord from, List<Transition> transitions) {
    reach(name, from, transitions, Duration.ofSeconds(1));
  }

  private void reach(
      String name, TransactionRecord from, List<Transition> transitions, Duration each) {
    TransactionRecord reached = from;
    Instant at = NOW;
    for (Transition step : transitions) {
      at = at.plus(each);
      reached = step.apply(reached, at).orElseThrow();
    }
    records.put(name, reached);
  }

  /** As no transitions lead to it. */
  void in(String name, TransactionRecord record, State state, Optional<String> why) {
    records.put(name, Copies.with(record, "state", state, "reason", why.map(any -> REFUSAL)));
  }

  private static RecordId id(String word) {
    return new RecordId(word.replaceFirst("^b(?=\\d)", "batch:"));
  }

  private Transition transition(String words) {
    String[] parts = words.split(" ", -1);
    String last = parts[parts.length - 1];
    RecordId id = id(parts[1]);
    return switch (parts[0]) {
      case "acquire" -> Transition.acquire(id, epoch(Long.parseLong(last)), RIVAL);
      case "exclude" -> Transition.exclude(id, transactionId(last), ON_REQUEST);
      case "authorize" -> Transition.authorize(id, epoch(1));
      case "approve" -> Transition.approve(id, epoch(1), new ApproverName("ann"));
      case "capture" ->
          Transition.capture(
              id.transaction(), epoch(1), List.of(3L, 3L), Integer.parseInt(last), RIVAL);
      case "cancel" ->
          Transition.cancel(
              Optional.ofNullable(records.get(parts[1])).orElseThrow(),
              last.equals("refused") ? REFUSAL : ON_REQUEST,
              RIVAL,
              List.of());
      case "finish" -> Transition.finish(id, State.valueOf(last));
      case "forget" -> Transition.forget(id, State.valueOf(last));
      default -> decide(id, List.of(parts));
    };
  }

  /** An epoch, then what is said of members behind each word. */
  private Transition decide(RecordId id, List<String> words) {
    Map<String, List<TransactionId>> said = new HashMap<>();
    String what = "";
    for (String word : words.subList(3, words.size())) {
      if (List.of("excluded", "refused", "left").contains(word)) {
        what = word;
      } else {
        said.computeIfAbsent(what, none -> new ArrayList<>()).add(transactionId(word));
      }
    }
    Verdict verdict =
        new Verdict(
            reasons(said.get("refused"), REFUSAL),
            Set.copyOf(said.getOrDefault("left", List.of())),
            Set.of(),
            Map.of());
    return Transition.decide(
        id,
        id.isOfMany() ? members : List.of(id.transaction()),
        epoch(Long.parseLong(words.get(2))),
        reasons(said.get("excluded"), ON_REQUEST),
        verdict);
  }

  private static Map<TransactionId, CancelReason> reasons(
      @Nullable List<TransactionId> ids, CancelReason reason) {
    return Optional.ofNullable(ids).orElse(List.of()).stream()
        .collect(Collectors.toMap(id -> id, id -> reason));
  }

  /** The records that a transition finds, in each of which it leaves its state and its times. */
  List<String> finds(Transition transition) {
    List<String> found = new ArrayList<>();
    records.forEach(
        (name, before) -> {
          boolean isItsOwn = before.id().equals(transition.record());
          transition
              .apply(before, LATER)
              .filter(left -> isItsOwn)
              .ifPresent(
                  left -> {
                    boolean isForget = transition.kind() == Transition.Kind.FORGET;
                    assertThat(left.lastModified()).as(name).isEqualTo(isForget ? NOW : LATER);
                    assertThat(left.createdAt()).as(name).isEqualTo(NOW);
                    assertThat(left.state()).as(name).isEqualTo(transition.to());
                    found.add(name);
                  });
        });
    return found;
  }

  /** To which state it leads, whether a run decides it, and whether it needs a majority. */
  String leads(Transition transition) {
    return transition.to()
        + (transition.isByRun() ? ", by the run" : "")
        + (transition.isClosing() ? ", closing" : "");
  }

  /** Says a word of each member, with a dash if nothing is said, and the reason. */
  List<String> fates(TransactionRecord record) {
    return members.stream().map(member -> word(record.fate(member))).toList();
  }

  private static String word(Optional<Fate> fate) {
    return fate.map(RecordScenesTest::word).orElse("-");
  }

  private static String word(Fate fate) {
    return fate.kind() + fate.reason().map(why -> " for " + why.kind()).orElse("");
  }

  /** The steps that were made now. */
  private static String word(Timeline timeline) {
    return Stream.of(timeline.toString().split("[\\[,] ?", -1))
        .filter(step -> step.endsWith("=Optional"))
        .map(step -> step.replace("=Optional", ""))
        .collect(joining(", "));
  }

  /** The state, why, and whether it leaves somebody out. */
  String shows(TransactionRecord record) {
    return record.state()
        + record.reason().map(why -> " for " + why.kind()).orElse("")
        + (record.leavesOut() ? ", leaves out" : "")
        + record.endedAt().map(at -> ", ended").orElse("")
        + record.owner().map(owner -> ", of " + owner.token()).orElse("");
  }

  void retention(Duration after, boolean leavesReceipts) {
    retention = new Retention(after, leavesReceipts);
  }

  /** Says what retention removes later, of a record that members still name. */
  List<String> removed(TransactionRecord record, Duration later, List<MemberDocument> naming) {
    return retention.of(record, naming, NOW.plus(later)).stream()
        .map(removal -> removal.id() + removal.receipt().map(RecordScenesTest::word).orElse(""))
        .toList();
  }

  private static String word(Receipt receipt) {
    assertThat(receipt.finishedAt()).isEqualTo(NOW);
    return " with a receipt" + receipt.reason().map(why -> " for " + why.kind()).orElse("");
  }

  /**
   * What a record proves of its own hold of that epoch, and what its receipt does, if it has one.
   */
  List<String> proof(TransactionRecord record, long held) {
    Optional<Receipt> receipt = record.alone().flatMap(Receipt::of);
    return Stream.concat(
            Stream.of(Lookup.found(record, Duration.ZERO)), receipt.map(Lookup::removed).stream())
        .map(seen -> proof(record.id(), held, seen))
        .distinct()
        .toList();
  }

  String proofOfAnother(RecordId holder, TransactionRecord record) {
    return proof(holder, 1, Lookup.found(record, Duration.ZERO));
  }

  String proofOfNothing(RecordId holder) {
    assertThat(proof(holder, 1, Lookup.absent("x")))
        .isEqualTo(proof(holder, 1, Lookup.unreadable("x", "fault")));
    return proof(holder, 1, Lookup.absent("x"));
  }

  private static String proof(RecordId record, long held, Lookup seen) {
    Target account = new Target.OfAccount(accountId("A"));
    Claim claim = new Claim.OfRange(account, new Scale.Money(USD), Range.whole(100, 0), false);
    HoldProof proof =
        HoldProof.of(Hold.of(Documents.HOME, new Placing(record, epoch(held), claim)), seen);
    return Scenes.word(proof) + (proof.isOrphan() ? " by an orphan" : "");
  }

  int fitting(int copies, NewTransaction body) {
    return NewRecord.fitting(Collections.nCopies(copies, body));
  }

  private static String word(Transaction member) {
    return Stream.of(
            member.state().toString(),
            word(member.timeline()),
            age("begun ", member.createdAt()),
            age("changed ", member.lastModified()),
            member.progress().captured().amounts().isEmpty()
                ? ""
                : "captures " + member.capturedOperations())
        .filter(word -> !word.isEmpty())
        .collect(joining(", "));
  }

  private static String word(HistoryEntry entry) {
    return entry.state()
        + " "
        + entry.epoch()
        + entry.application().map(by -> " of " + by).orElse("")
        + age(" ", entry.at());
  }

  private static String age(String what, Instant at) {
    return at.equals(NOW) ? "" : what + Duration.between(NOW, at);
  }

  List<HistoryEntry> history(TransactionRecord record) {
    return record.alone().orElseThrow().history();
  }

  /** A member's document is read, with its record if that is found. */
  Lookup read(MemberDocument member, Optional<TransactionRecord> record) {
    return Lookup.found(member, record, Duration.ZERO);
  }

  Lookup unreadable(MemberDocument member) {
    return Lookup.unreadable(member, "fault");
  }

  private static String word(Lookup read) {
    return "of %s, %s"
        .formatted(
            read.decider().orElseThrow(),
            read.transaction().map(RecordScenesTest::word).orElse("unknown"));
  }

  /** By which record it is decided, and when it was read, if it has not changed for a while. */
  String readLater(TransactionRecord record, Duration unmodified) {
    Lookup read = Lookup.found(record, unmodified);
    return word(read)
        + age(", read ", ((TransactionLookup.Found) TransactionLookup.of(read)).readAt());
  }

  /** Says what becomes of the member for a caller who asks for it again, or for another one. */
  Optional<Fate> ended(TransactionRecord record, MemberDocument member, Optional<String> to) {
    return Lookup.found(member, Optional.of(record), Duration.ZERO)
        .ended(transfer(member.id().value(), "A", to.orElse("B"), cents(5)));
  }
}
