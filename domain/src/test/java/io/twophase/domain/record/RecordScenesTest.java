package io.twophase.domain.record;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.ApproverName;
import io.twophase.domain.OwnerId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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

  private final Map<String, TransactionRecord> records = new TreeMap<>();
  private List<TransactionId> members = List.of();

  @ScenesOf("records.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(
        new Verbs(this)
            .ofValues(TransactionRecord.class)
            .reading(Transition.class, this::transition)
            .reading(
                TransactionRecord.class,
                name -> Optional.ofNullable(records.get(name)).orElseThrow())
            .saying(CancelReason.class, CancelReason::kind));
  }

  private static NewTransaction body(String id) {
    return transfer(id, "A", "B", cents(5));
  }

  void several(String name, List<String> ids) {
    members = ids.stream().map(TransactionId::new).toList();
    List<NewTransaction> bodies = ids.stream().map(RecordScenesTest::body).toList();
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

  void tombstone(String name, String id) {
    records.put(name, NewRecord.tombstone(id(id)).stored(NOW));
  }

  void way(String name, TransactionRecord from, List<Transition> transitions) {
    TransactionRecord reached = from;
    for (Transition step : transitions) {
      reached = step.apply(reached, NOW).orElseThrow();
    }
    records.put(name, reached);
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

  String fate(TransactionRecord record, TransactionId member) {
    return word(record.fate(member));
  }

  private static String word(Optional<Fate> fate) {
    return fate.map(is -> is.kind() + is.reason().map(why -> " for " + why.kind()).orElse(""))
        .orElse("-");
  }

  /** The state, why, and whether it leaves somebody out. */
  String shows(TransactionRecord record) {
    return record.state()
        + record.reason().map(why -> " for " + why.kind()).orElse("")
        + (record.leavesOut() ? ", leaves out" : "")
        + record.endedAt().map(at -> ", ended").orElse("")
        + record.owner().map(owner -> ", of " + owner.token()).orElse("");
  }

  /** Says what retention of a day removes later, of a record that members still name. */
  List<String> removed(TransactionRecord record, Duration later, Optional<String> naming) {
    List<MemberDocument> documents =
        Stream.of(naming.orElse("").split(" ", -1))
            .filter(word -> !word.isEmpty())
            .map(
                word ->
                    new MemberDocument(
                        id(word.replaceFirst("\\w+@?", "").isEmpty() ? "b1" : "b2"),
                        body(word.replaceFirst("@.*", "")),
                        NOW))
            .toList();
    return new Retention(Duration.ofDays(1), true)
        .of(record, documents, NOW.plus(later)).stream()
            .map(
                removal ->
                    removal.id()
                        + removal.receipt().map(receipt -> " with a receipt").orElse("")
                        + removal
                            .receipt()
                            .flatMap(Receipt::reason)
                            .map(why -> " for " + why.kind())
                            .orElse(""))
            .toList();
  }
}
