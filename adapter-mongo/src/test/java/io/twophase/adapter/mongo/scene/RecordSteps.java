package io.twophase.adapter.mongo.scene;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static java.util.stream.Collectors.joining;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Calls on records, in words. A transfer is such as {@code t1}, of five dollars from A to B, or
 * {@code t1 C 7 why}, of seven to C with a note.
 */
final class RecordSteps {

  private static final Set<String> MOVES =
      Set.of("acquire", "exclude", "decide", "cancel", "finish", "forget");

  private final Supplier<MongoStore> store;

  RecordSteps(Supplier<MongoStore> store) {
    this.store = store;
  }

  private Records records() {
    return store.get().records();
  }

  String make(String verb, String words) {
    String[] parts = words.split(" ", -1);
    return switch (verb) {
      case "begin", "submit", "bury" ->
          inserted(Words.each(words).map(one -> begun(verb, one.split(" ", 4))));
      case "several", "ordered" -> inserted(Stream.of(several(verb, words.split(" ", 2))));
      case "look" -> lookup(found(parts[0]));
      case "newest" -> lookup(records().findLatest(transactionId(parts[0])));
      case "member" -> lookup(member(parts[0]));
      case "verdict" -> record(parts[0]).verdict().toString();
      case "decided" -> String.valueOf(record(parts[0]).timeline().decidedAt().isPresent());
      case "ended" -> String.valueOf(record(parts[0]).endedAt().isPresent());
      case "unfinished" -> unfinished(parts);
      case "take" ->
          ServerSteps.all(
              records().take(Words.each(words).map(one -> take(one.split(" ", -1))).toList()),
              Words::outcome);
      case "receipt" ->
          ServerSteps.all(records().remove(List.of(removal(record(parts[0])))), Words::outcome);
      default ->
          ServerSteps.all(
              records().move(Words.each(words).map(one -> move(verb, one)).toList()),
              Words::outcome);
    };
  }

  String walk() {
    List<Lookup> all = new ArrayList<>();
    records().scan(Optional.empty(), all::add);
    return lookups(all);
  }

  private String inserted(Stream<NewRecord> all) {
    return records().insert(all.toList()).stream()
        .map(outcomes -> ServerSteps.all(outcomes, Words::outcome))
        .collect(joining(" + "));
  }

  private static NewTransaction body(String... parts) {
    NewTransaction body =
        transfer(
            parts[0],
            "A",
            parts.length > 1 ? parts[1] : "B",
            usd(parts.length > 2 ? parts[2] : "5"));
    return parts.length > 3 ? body.noted(parts[3]) : body;
  }

  private static NewRecord begun(String verb, String... parts) {
    return switch (verb) {
      case "submit" -> NewRecord.submitted(body(parts));
      case "bury" -> NewRecord.tombstone(new RecordId(parts[0]));
      default -> NewRecord.alone(body(parts), Transfers.OWNER);
    };
  }

  private static NewRecord several(String verb, String... words) {
    return NewRecord.several(
        new RecordId(words[0]),
        Stream.of(words[1].split(" \\| ", -1)).map(one -> body(one.split(" ", 4))).toList(),
        verb.equals("ordered"),
        Transfers.OWNER);
  }

  private Lookup found(String id) {
    return records().find(List.of(new RecordId(id))).get(0);
  }

  private TransactionRecord record(String id) {
    return found(id).record().orElseThrow();
  }

  private Lookup member(String id) {
    return records().findMembers(List.of(transactionId(id))).get(0);
  }

  /** Several transitions, of which one may have a verb of its own. */
  private Transition move(String verb, String words) {
    String[] own = words.split(" ", 2);
    if (MOVES.contains(own[0])) {
      return move(own[0], own[1]);
    }
    String[] parts = words.split(" ", -1);
    RecordId id = new RecordId(parts[0]);
    return switch (verb) {
      case "exclude" -> Transition.exclude(id, transactionId(parts[1]), ON_REQUEST);
      case "decide" -> decide(parts);
      case "acquire" ->
          Transition.acquire(
              id, epoch(Long.parseLong(parts[1])), owner(parts.length > 2 ? parts[2] : "x"));
      case "cancel" -> Transition.cancel(record(parts[0]), ON_REQUEST, Transfers.OWNER, List.of());
      case "finish" -> Transition.finish(id, state(parts));
      case "forget" -> Transition.forget(id, state(parts));
      default -> throw new IllegalArgumentException(verb + " " + words);
    };
  }

  private static State state(String[] parts) {
    return parts.length > 1 ? State.valueOf(parts[1]) : State.APPLIED;
  }

  private static Owner owner(String token) {
    return new Owner(APP, token(token));
  }

  /** At an epoch; {@code m1=refused m2=left m3=300,300} says what becomes of some members. */
  private static Transition decide(String[] words) {
    Set<TransactionId> members = new LinkedHashSet<>();
    Map<TransactionId, CancelReason> refused = new HashMap<>();
    Map<TransactionId, CancelReason> excluded = new HashMap<>();
    Set<TransactionId> left = new HashSet<>();
    Set<TransactionId> unseen = new HashSet<>();
    Map<TransactionId, List<Long>> moved = new HashMap<>();
    for (String word : List.of(words).subList(2, words.length)) {
      TransactionId id = transactionId(word.split("=", 2)[0]);
      String what = word.split("=", 2)[1];
      members.add(id);
      switch (what) {
        case "refused" -> refused.put(id, new HoldRefusal.NoSuchAccount(accountId("A")));
        case "excluded" -> excluded.put(id, ON_REQUEST);
        case "left" -> left.add(id);
        case "unseen" -> unseen.add(id);
        default -> moved.put(id, Stream.of(what.split(",", -1)).map(Long::valueOf).toList());
      }
    }
    return Transition.decide(
        new RecordId(words[0]),
        members.isEmpty() ? List.of(transactionId(words[0])) : List.copyOf(members),
        epoch(Long.parseLong(words[1])),
        excluded,
        new Verdict(refused, left, unseen, moved));
  }

  /** By another owner, alone or, if {@code canceled} stands behind the id, to be canceled. */
  private MemberTake take(String[] words) {
    MemberDocument free = member(words[0]).member().orElseThrow();
    return words.length > 1
        ? MemberTake.canceled(free, ON_REQUEST, Transfers.OWNER)
        : MemberTake.alone(free, Transfers.OWNER);
  }

  private static Removal removal(TransactionRecord ended) {
    return new Removal(Either.left(ended), Receipt.of(ended.alone().orElseThrow()));
  }

  private static String lookup(Lookup lookup) {
    return lookup
        .fault()
        .map(fault -> "unreadable" + (lookup.member().isPresent() ? " member: " : ": ") + fault)
        .or(() -> lookup.record().map(record -> Words.outcome(record.state())))
        .or(() -> lookup.receipt().map(Object::toString))
        .orElseGet(() -> Words.outcome(lookup.kind()));
  }

  private static String lookups(List<Lookup> all) {
    return all.stream().map(one -> one.id() + " " + lookup(one)).collect(joining(", "));
  }

  private String unfinished(String[] words) {
    RecordQuery query = RecordQuery.unfinished(Duration.ZERO, Integer.parseInt(words[0]));
    return lookups(
        records().list(words.length == 1 ? query : query.withSkip(Integer.parseInt(words[1]))));
  }
}
