package io.twophase.app.scene;

import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.app.audit.Finding;
import io.twophase.app.event.Event;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.Recovery.RecoveryRounds;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.recovery.Scrub.LeftAlone;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.Owner;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.record.Vitals;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Steps among documents of which some cannot be read. {@code odd accounts/A5 {balance: 'odd'}} has
 * somebody set such fields; the record that decides a member m is {@code of:m}. A step is made a
 * hundred times, or ten times, if such a word stands before it; {@code #} is the number of the
 * time, or {@code %} if the step has one.
 */
final class DamageSteps extends ServerSteps {

  private static final RecoveryRequest OLD = RecoveryRequest.olderThan(Duration.ofMinutes(30));

  private final FreshDatabase database;
  private final Map<String, RecordId> deciders = new HashMap<>();
  private final Set<String> read = new TreeSet<>();
  private List<Recovered> recovered = List.of();

  DamageSteps(FreshDatabase database, MongoStore store, TwoPhase host) {
    super(database, store, host);
    this.database = database;
  }

  @Override
  public String step(String written) {
    String whole = written.strip();
    String[] words = whole.split(" ", 2);
    String rest = words.length == 1 ? "" : words[1];
    return switch (words[0]) {
      case "hundred" -> times(100, rest);
      case "ten" -> times(10, rest);
      case "batch" -> done(() -> leave(rest.split(" ", 2)));
      case "stray" -> done(() -> new DocumentWrites(store).hold(body(rest), 1));
      case "beat" ->
          done(
              () ->
                  store
                      .owners()
                      .beat(
                          new OwnerId(rest),
                          application("dead"),
                          Duration.ofSeconds(1),
                          Vitals.NONE));
      case "odd" -> done(() -> damage(rest.split("[/ ]", 3)));
      case "seven" -> done(() -> rename(rest));
      case "earlier" -> done(() -> passes(Duration.parse(rest)));
      case "pass" -> done(() -> recovered = Books.recover(host, OLD));
      case "rounds" -> done(this::rounds);
      case "unreadable" -> unreadable();
      case "unfinished" -> words(rest, id -> recovered.stream().noneMatch(it -> isEnd(it, id)));
      case "undone" ->
          words(rest, id -> !recovered.contains(new Recovered.Done(id, State.APPLIED)));
      case "holding" -> words(rest, this::isHeld);
      case "there" -> words(rest, id -> kind(id).matches("(?i)Found|Unreadable"));
      case "found" -> kind(rest);
      case "consume" -> done(() -> consume(new ConsumerName(rest)));
      case "missed" -> words(rest, id -> !read.contains(id));
      case "consumers" -> host.events().consumers().toString();
      case "grow" -> host.evidence().grow().toString();
      case "tree" -> host.evidence().head().size() + " of " + store.events().confirmed();
      case "head" -> head();
      case "unread" ->
          store.events().unread(store.events().confirmed(), List.of(record(rest))).toString();
      case "unfound" -> unfound(rest.split(" \\| ", -1));
      case "latest" ->
          kinds(
              host.transactions()
                  .latest(
                      RecordQuery.latest(Optional.empty(), Optional.empty(), Labels.NONE, 1_000)));
      case "page" -> kinds(host.periods().page(Optional.empty()));
      case "owners" ->
          kinds(store.owners().find(Stream.of(rest.split(" ", -1)).map(OwnerId::new).toList()));
      case "aside" -> aside();
      default -> super.step(whole);
    };
  }

  private String times(int many, String step) {
    String number = step.contains("%") ? "%" : "#";
    return IntStream.range(0, many)
        .mapToObj(at -> step(step.replace(number, "" + at)))
        .distinct()
        .collect(joining(" or "));
  }

  /** The words of which something is so. */
  private static String words(String all, Predicate<String> isSo) {
    return Stream.of(all.split(" +", -1)).filter(isSo).collect(joining(" "));
  }

  private static String kinds(List<?> all) {
    return all.stream()
        .collect(groupingBy(it -> it.getClass().getSimpleName(), TreeMap::new, counting()))
        .toString();
  }

  /** A dead process has left a record of several. */
  private void leave(String[] words) {
    Owner dead = new Owner(application("dead"), token("dead"));
    List<NewTransaction> bodies = Stream.of(words[1].split(" ", -1)).map(HostSteps::body).toList();
    store.records().insert(List.of(NewRecord.several(new RecordId(words[0]), bodies, false, dead)));
  }

  /** The id of a record, which is that of a member's decider behind {@code of:}. */
  private RecordId record(String word) {
    if (!word.startsWith("of:")) {
      return new RecordId(word);
    }
    return deciders.computeIfAbsent(
        word, it -> Books.find(store, it.substring(3)).decider().orElseThrow());
  }

  private static BsonDocument of(BsonValue id) {
    return new BsonDocument("_id", id);
  }

  private void damage(String[] words) {
    boolean isNumber = words[1].matches("\\d+");
    BsonDocument id =
        of(
            isNumber
                ? new BsonInt64(Long.parseLong(words[1]))
                : new BsonString(record(words[1]).value()));
    BsonDocument odd = new BsonDocument("$set", BsonDocument.parse(words[2]));
    assertThat(database.collection(words[0]).updateOne(id, odd).getMatchedCount())
        .as(words[1])
        .isOne();
  }

  /** The id of a record is the number seven from now on. */
  private void rename(String id) {
    BsonDocument record = records().findOneAndDelete(of(new BsonString(id)));
    records().insertOne(record.append("_id", new BsonInt32(7)));
  }

  /** All dates of the records and owners are so much earlier. */
  private void passes(Duration time) {
    for (String name : List.of("transactions", MongoStore.OWNERS)) {
      for (BsonDocument each : database.collection(name).find()) {
        BsonDocument older = each.clone();
        each.forEach(
            (field, value) -> {
              if (value.isDateTime()) {
                older.put(field, new BsonDateTime(value.asDateTime().getValue() - time.toMillis()));
              }
            });
        database.collection(name).replaceOne(of(each.get("_id")), older);
      }
    }
  }

  /** The rounds of a daemon, until nothing more is removed. */
  private void rounds() {
    recovered = new ArrayList<>();
    RecoveryRounds rounds = new RecoveryRounds(host.recovery(), OLD);
    for (int round = 0; round < 5; round++) {
      rounds.next(recovered::add);
    }
  }

  /** The records that recovery could not read. */
  private String unreadable() {
    return recovered.stream()
        .filter(Recovered.Unreadable.class::isInstance)
        .map(Recovered::id)
        .distinct()
        .map(id -> deciders.containsValue(new RecordId(id)) ? "batch" : id)
        .sorted()
        .collect(joining(" "));
  }

  private static boolean isEnd(Recovered recovered, String id) {
    return recovered.isFinished() && recovered.id().equals(id);
  }

  private boolean isHeld(String account) {
    Target target = new Target.OfAccount(Fixtures.accountId(account));
    return store
        .holds()
        .find(List.of(target))
        .get(0)
        .stored()
        .map(it -> !it.holds().isEmpty())
        .orElse(true);
  }

  /** Says the kind of the document of a record of several, which may be there. */
  private String kind(String word) {
    return word.startsWith("of:")
        ? store.records().find(List.of(record(word))).get(0).kind().toString()
        : host.transactions().find(transactionId(word)).getClass().getSimpleName();
  }

  /** Notes all events that a consumer reads. */
  private void consume(ConsumerName name) {
    read.clear();
    int before = -1;
    while (read.size() > before) {
      before = read.size();
      host.events().consume(name, 50, page -> page.forEach(event -> read.add(id(event))));
    }
  }

  private static String id(Event event) {
    return event
        .transaction()
        .fold(
            found -> found.record().id().value(),
            absent -> absent.id().value(),
            TransactionLookup.Unreadable::id,
            removed -> removed.receipt().id().value());
  }

  private String head() {
    try {
      return host.evidence().head().toString();
    } catch (StoreException fault) {
      return "" + fault.getMessage();
    }
  }

  /** Says of which ids, or words of a finding, the audit finds nothing. */
  private String unfound(String[] all) {
    List<Finding> findings = host.audit().run().findings();
    return Stream.of(all)
        .filter(
            one ->
                findings.stream()
                    .noneMatch(
                        it ->
                            it.id().equals(one)
                                || (one.contains(" ") && it.detail().contains(one))))
        .collect(joining(", "));
  }

  /** Says what a scrub cannot read. */
  private String aside() {
    List<String> aside = new ArrayList<>();
    host.scrub().run(orphan -> {}, left -> aside.add(((LeftAlone.Unreadable) left).id()));
    return aside.stream().sorted().collect(joining(" "));
  }
}
