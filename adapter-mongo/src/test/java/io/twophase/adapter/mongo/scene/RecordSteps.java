package io.twophase.adapter.mongo.scene;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.statement.Ending;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.ports.Records.Whole;
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
 * {@code t1 C 7 why}, of seven to C with a note, or {@code t1~} of at most as many; {@code t1:
 * remove #a} is an operation on a document.
 */
final class RecordSteps {

  private static final Owner OWNER = owner("x");

  private final Supplier<MongoStore> store;

  RecordSteps(Supplier<MongoStore> store) {
    this.store = store;
  }

  private Records records() {
    return store.get().records();
  }

  public String begin(NewTransaction[] bodies) {
    return inserted(Stream.of(bodies).map(body -> NewRecord.alone(body, OWNER)));
  }

  public String submit(NewTransaction[] bodies) {
    return inserted(Stream.of(bodies).map(NewRecord::submitted));
  }

  /** A record is run as one transaction of the server. */
  public String whole(String words) {
    Whole told = records().tryWhole(begun(words));
    return Words.outcome(told.kind()) + told.record().map(RecordSteps::end).orElse("");
  }

  private static String end(TransactionRecord ended) {
    return " "
        + Words.outcome(ended.state())
        + ended.reason().map(why -> " for " + why.kind()).orElse("");
  }

  private static NewRecord begun(String words) {
    String[] parts = words.split(" ", 2);
    return switch (parts[0]) {
      case "submitted" -> NewRecord.submitted(body(parts[1]));
      case "authorization" ->
          NewRecord.alone(
              body(parts[1]).authorizedUnder(new AuthorizationTerms(Duration.ofDays(1))), OWNER);
      case "tombstone" -> NewRecord.tombstone(new RecordId(parts[1]));
      default ->
          words.startsWith("batch:")
              ? of(new RecordId(parts[0]), parts[1], false)
              : NewRecord.alone(body(words), OWNER);
    };
  }

  public boolean runs() {
    return records().runsWhole();
  }

  public String bury(String ids) {
    return inserted(Words.each(ids).map(id -> NewRecord.tombstone(new RecordId(id))));
  }

  public String several(RecordId id, String members) {
    return inserted(Stream.of(of(id, members, false)));
  }

  public String ordered(RecordId id, String members) {
    return inserted(Stream.of(of(id, members, true)));
  }

  private static NewRecord of(RecordId id, String members, boolean inOrder) {
    List<NewTransaction> bodies =
        Stream.of(members.split(" \\| ", -1)).map(RecordSteps::body).toList();
    return NewRecord.several(id, bodies, inOrder, OWNER);
  }

  private String inserted(Stream<NewRecord> all) {
    return records().insert(all.toList()).stream()
        .map(outcomes -> outcomes.stream().map(Words::outcome).collect(joining(", ")))
        .collect(joining(" + "));
  }

  public List<MatchOutcome> move(Transition[] transitions) {
    return records().move(List.of(transitions));
  }

  public List<MatchOutcome> take(MemberTake[] takes) {
    return records().take(List.of(takes));
  }

  /** A record that has ended is replaced by its receipt. */
  public List<MatchOutcome> receipt(RecordId id) {
    TransactionRecord ended = record(id);
    return records()
        .remove(List.of(new Removal(Either.left(ended), Receipt.of(ended.alone().orElseThrow()))));
  }

  public Lookup look(RecordId id) {
    return records().find(List.of(id)).get(0);
  }

  public Lookup newest(TransactionId id) {
    return records().findLatest(id);
  }

  public Lookup member(TransactionId id) {
    return records().findMembers(List.of(id)).get(0);
  }

  public Verdict verdict(RecordId id) {
    return record(id).verdict();
  }

  public boolean decided(RecordId id) {
    return record(id).timeline().decidedAt().isPresent();
  }

  public boolean ended(RecordId id) {
    return record(id).endedAt().isPresent();
  }

  public List<String> unfinished(int limit, String skip) {
    RecordQuery query = RecordQuery.unfinished(Duration.ZERO, limit);
    return named(records().list(skip.isEmpty() ? query : query.withSkip(Integer.parseInt(skip))));
  }

  public List<String> inState(State state) {
    return named(
        records().list(RecordQuery.latest(Optional.of(state), Optional.empty(), Labels.NONE, 10)));
  }

  /** The records that have ended are in the order of their names. */
  public List<String> finished(Duration idle, int limit) {
    return named(records().list(RecordQuery.ended(idle, limit))).stream().sorted().toList();
  }

  /** So many records that have ended, or have not, are on pages of so many, in their order. */
  public int paged(String kind, int limit) {
    boolean haveEnded = kind.equals("ended");
    Set<String> shown = new HashSet<>();
    RecordQuery query =
        haveEnded
            ? RecordQuery.ended(Duration.ZERO, limit)
            : RecordQuery.unfinished(Duration.ZERO, limit);
    query.pages(
        records(),
        page -> {
          page.forEach(one -> shown.add(one.id()));
          if (haveEnded) {
            assertThat(
                    page.stream().map(one -> Ending.of(one.record().orElseThrow()).orElseThrow()))
                .isSorted();
          }
          return true;
        });
    return shown.size();
  }

  public List<String> walk() {
    List<Lookup> all = new ArrayList<>();
    records().scan(Optional.empty(), all::add);
    return named(all);
  }

  private static List<String> named(List<Lookup> all) {
    return all.stream().map(one -> one.id() + " " + words(one)).toList();
  }

  public String searches() {
    return records().searchIndexes().toString();
  }

  static NewTransaction[] bodies(String words) {
    return Words.each(words).map(RecordSteps::body).toArray(NewTransaction[]::new);
  }

  private static NewTransaction body(String words) {
    String[] operation = words.split(": ", 2);
    if (operation.length == 2) {
      return BodyWords.body(operation[0] + " " + operation[1]);
    }
    String[] reversal = words.split("\\^", 2);
    if (reversal.length == 2) {
      List<Operation> operations = body(reversal[1]).operations();
      return new NewTransaction(
          transactionId(reversal[0]), operations, Optional.of(transactionId(reversal[1])));
    }
    String[] parts = words.split(" ", 4);
    TransactionId id = transactionId(parts[0].replace("~", ""));
    AccountId to = accountId(parts.length > 1 ? parts[1] : "B");
    Money amount = usd(parts.length > 2 ? parts[2] : "5");
    NewTransaction body =
        NewTransaction.transfer(id, accountId("A"), to, amount, parts[0].endsWith("~")).get();
    return parts.length > 3 ? body.noted(parts[3]) : body;
  }

  private TransactionRecord record(RecordId id) {
    return look(id).record().orElseThrow();
  }

  /** Each transition has its own verb. */
  Transition[] transitions(String words) {
    return Words.each(words)
        .map(each -> transition(each.split(" ", -1)))
        .toArray(Transition[]::new);
  }

  private Transition transition(String... parts) {
    RecordId id = new RecordId(parts[1]);
    return switch (parts[0]) {
      case "exclude" -> Transition.exclude(id, transactionId(parts[2]), ON_REQUEST);
      case "decide" -> decide(List.of(parts).subList(1, parts.length));
      case "acquire" ->
          Transition.acquire(
              id, epoch(Long.parseLong(parts[2])), owner(parts.length > 3 ? parts[3] : "x"));
      case "cancel" -> Transition.cancel(record(id), ON_REQUEST, OWNER, List.of());
      case "finish" -> Transition.finish(id, state(parts));
      case "forget" -> Transition.forget(id, state(parts));
      default -> throw new IllegalArgumentException(parts[0]);
    };
  }

  private static State state(String[] parts) {
    return parts.length > 2 ? State.valueOf(parts[2]) : State.APPLIED;
  }

  private static Owner owner(String token) {
    return new Owner(APP, token(token));
  }

  /** At an epoch; {@code m1=refused m2=left m3=300,300} says what becomes of some members. */
  private static Transition decide(List<String> words) {
    Set<TransactionId> members = new LinkedHashSet<>();
    Map<TransactionId, CancelReason> refused = new HashMap<>();
    Map<TransactionId, CancelReason> excluded = new HashMap<>();
    Set<TransactionId> left = new HashSet<>();
    Set<TransactionId> unseen = new HashSet<>();
    Map<TransactionId, List<Long>> moved = new HashMap<>();
    for (String word : words.subList(2, words.size())) {
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
        new RecordId(words.get(0)),
        members.isEmpty() ? List.of(transactionId(words.get(0))) : List.copyOf(members),
        epoch(Long.parseLong(words.get(1))),
        excluded,
        new Verdict(refused, left, unseen, moved));
  }

  /** Another owner takes it, alone or, if {@code canceled} stands behind the id, to be canceled. */
  MemberTake[] takes(String words) {
    return Words.each(words).map(each -> take(each.split(" ", -1))).toArray(MemberTake[]::new);
  }

  private MemberTake take(String... words) {
    MemberDocument free = member(transactionId(words[0])).member().orElseThrow();
    return words.length > 1
        ? MemberTake.canceled(free, ON_REQUEST, OWNER)
        : MemberTake.alone(free, OWNER);
  }

  static String words(Lookup lookup) {
    return lookup
        .fault()
        .map(fault -> "unreadable" + (lookup.member().isPresent() ? " member: " : ": ") + fault)
        .or(() -> lookup.record().map(record -> Words.outcome(record.state())))
        .or(() -> lookup.receipt().map(Object::toString))
        .orElseGet(() -> Words.outcome(lookup.kind()));
  }
}
