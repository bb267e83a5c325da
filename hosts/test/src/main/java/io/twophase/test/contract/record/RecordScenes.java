package io.twophase.test.contract.record;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Scenes.done;
import static io.twophase.domain.testing.Scenes.word;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.AccountId;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.State.Timeline;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.RecordQuery;
import io.twophase.test.contract.Many;
import io.twophase.test.contract.Race;
import io.twophase.test.equality.record.Effects;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The contract in scenes, which are beside this class: {@code records.txt} and {@code lists.txt}. A
 * step is a verb and what it is of, several behind commas:
 *
 * <pre>
 * insert t1, b1 of m1 m2            a record alone, and one of several, batch:1
 * insert submitted t1, authorization t2, tombstone b2
 * insert ordered b1 of m1 m2        one whose members are in their order
 * insert t1=A>C:9/ref=7/shop=Bern   moves 9 cents, with labels; 7 from A to B, if nothing is said
 * insert t1 by r1                   is of an owner with the token r1
 * move acquire t1 1, decide t1      and exclude, finish, annul, cancel, authorize, capture, forget
 * decide b1 1 m1 m2=left m3=4+4     at an epoch; and excluded, refused, unseen
 * begin, do                         as insert and move, of which nothing is refused
 * store DONE                        a transaction of that id in that state
 * four, ended                       m1 is applied, m2 excluded, m3 refused, m4 left out; and ended
 * record t1, member m1, latest t1   what is read
 * take into b2 m4 of b1             and alone, cancel
 * remove t1, m1 of b1; replace t1   as they were read first in the scene; a receipt is left
 * list ended limit=2, set ended     ids in their order, and in the order of their names
 * pages ended limit=2               how many there are on pages of two, which have all in order
 * stamps t1, last t1                the times in their order, and those of the last change
 * race move decide t1 | move cancel t1     steps that many make at once
 * try decide t1, finish t1          each alone, and among others, of the record as it is then
 * </pre>
 */
public abstract class RecordScenes extends RecordContract {

  private final Map<String, Lookup> read = new ConcurrentHashMap<>();

  /** The stamps that the scene has shown, by the id and the name: none changes. */
  private final Map<String, Instant> stamps = new HashMap<>();

  /** The steps that the scene has made. */
  private final List<String> made = new ArrayList<>();

  @ScenesOf({"records.txt", "lists.txt", "moving.txt"})
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(
        step -> {
          String answer = step(step);
          made.add(step);
          return answer;
        });
  }

  private String step(String step) {
    String[] words = step.split(" ", 2);
    String all = words.length == 1 ? "" : words[1];
    return switch (words[0]) {
      case "insert" -> inserted(all);
      case "begin" ->
          done(() -> begin(RecordWords.each(all, RecordWords::begun).toArray(NewRecord[]::new)));
      case "move" -> movedAndShown(RecordWords.each(all, this::transition).toList());
      case "do" -> done(() -> RecordWords.each(all, this::transition).forEach(this::move));
      case "store" ->
          done(() -> RecordWords.each(all, State::valueOf).forEach(at -> store(at.name(), at)));
      case "four" -> done(() -> begin(four()));
      case "ended" ->
          done(() -> List.of("four", "do exclude m2, decide, finish b1").forEach(this::step));
      case "wait" -> done(this::letTimePass);
      case "record" ->
          RecordWords.each(all, id -> words(lookup(RecordWords.record(id))))
              .collect(joining(" / "));
      case "member" -> RecordWords.each(all, id -> words(member(id))).collect(joining(" / "));
      case "latest" -> latest(all);
      case "take" -> taken(RecordWords.each(all, RecordWords::take).toList());
      case "going" ->
          done(() -> RecordWords.each(all, word -> word.split(" for ", 2)).forEach(this::going));
      case "remove" -> words(records().remove(RecordWords.each(all, this::removal).toList()));
      case "replace" -> replaced(RecordWords.each(all, this::replaced).toList());
      case "expire" -> expired(all.split(" ", -1));
      case "list" -> listed(query(all)).collect(joining(", "));
      case "set" -> listed(query(all)).sorted().collect(joining(", "));
      case "paged" -> String.join(", ", paged(query(all)));
      case "pages" -> pages(query(all));
      case "due" -> done(() -> awaitOverdue(Integer.parseInt(all)));
      case "scan" -> scan(all);
      case "stamps" -> stamped(all);
      case "last" -> last(all);
      case "receipts" -> receipts();
      case "decide" ->
          done(() -> records().scan(Optional.empty(), each -> move(decideAlone(each.id()))));
      case "race" -> Race.of(all, this::step);
      case "try" -> done(() -> RecordWords.each(all, this::transition).forEach(this::tried));
      default -> throw new IllegalArgumentException(step);
    };
  }

  private static String words(List<MatchOutcome> outcomes) {
    return outcomes.stream().map(Scenes::word).collect(joining(", "));
  }

  // what is begun

  /** Each record that is begun, and each of its members that is, is read as it was asked for. */
  private String inserted(String words) {
    List<NewRecord> asked = RecordWords.each(words, RecordWords::begun).toList();
    List<List<BeginOutcome>> told = records().insert(asked);
    for (int at = 0; at < asked.size(); at++) {
      NewRecord begun = asked.get(at);
      if (told.get(at).get(0) == BeginOutcome.BEGUN) {
        assertThat(withoutTimes(super.record(begun.id()))).isEqualTo(begun.stored(Instant.EPOCH));
      }
      List<MemberDocument> members = begun.documents(Instant.EPOCH);
      for (int member = 0; member < members.size(); member++) {
        if (told.get(at).get(member + 1) == BeginOutcome.BEGUN) {
          assertThat(document(members.get(member).id().value())).contains(members.get(member));
        }
      }
    }
    return told.stream()
        .map(outcomes -> outcomes.stream().map(Scenes::word).collect(joining(" ")))
        .collect(joining(", "));
  }

  // what becomes of it

  private Transition transition(String words) {
    return RecordWords.transition(words, super::record);
  }

  /**
   * A transition is matched where the domain says, and leaves what it says; alone, and among others
   * of a call. A store may know how many elements of a call matched, and not which: then it may
   * answer matched only of an element whose effect a read shows. If the transition matches, then
   * the steps of the scene are made again on fresh records.
   */
  private void tried(Transition next) {
    Optional<TransactionRecord> before = asItIs(next);
    Optional<TransactionRecord> expected =
        before.flatMap(record -> next.apply(record, Instant.EPOCH));
    MatchOutcome outcome = MatchOutcome.of(expected.isPresent());
    assertThat(moved(next)).as("%s", next).isEqualTo(outcome);
    assertThat(asItIs(next)).as("%s", next).isEqualTo(expected.or(() -> before));
    if (expected.isPresent()) {
      again();
    }
    RecordId other = new RecordId("batch:other");
    if (read(other).isEmpty()) {
      begin(several(other, "another"));
    }
    Epoch epoch = expected.isPresent() ? Epoch.NONE : super.record(other).epoch();
    List<MatchOutcome> told =
        records().move(List.of(next, Transition.acquire(other, epoch, RIVAL)));
    if (expected.isPresent() || before.stream().noneMatch(there -> Effects.isShown(next, there))) {
      assertThat(told).as("%s", next).containsExactly(outcome, MatchOutcome.of(expected.isEmpty()));
    }
    if (expected.isPresent()) {
      again();
    }
  }

  private Optional<TransactionRecord> asItIs(Transition of) {
    return read(of.record()).map(RecordContract::withoutTimes);
  }

  private void again() {
    refresh();
    List.copyOf(made).forEach(this::step);
  }

  /** A record shows the transition that is said to have matched. */
  private String movedAndShown(List<Transition> asked) {
    List<MatchOutcome> told = moved(asked);
    for (int at = 0; at < asked.size(); at++) {
      Transition one = asked.get(at);
      if (told.get(at) == MatchOutcome.MATCHED) {
        assertThat(Effects.isShown(one, super.record(one.record()))).as("%s", one).isTrue();
      }
    }
    return words(told);
  }

  /** A record as it is, or as who takes it for one that is done may have read it. */
  private void going(String[] words) {
    Lookup there = lookup(RecordWords.record(words[0]));
    read.put(
        words[0],
        words.length == 1
            ? there
            : Lookup.found(
                Copies.with(
                    there.record().orElseThrow(),
                    "state",
                    State.DONE,
                    "reason",
                    Optional.empty(),
                    "timeline",
                    super.record(RecordWords.record(words[1])).timeline()),
                Duration.ZERO));
  }

  private String taken(List<MemberTake> takes) {
    return words(takes.size() == 1 ? List.of(take(takes.get(0))) : records().take(takes));
  }

  /** A record as it was read first, or a member as the words say. */
  private Removal removal(String words) {
    String[] member = words.split(" of ", 2);
    return new Removal(
        member.length == 2
            ? Either.right(RecordWords.memberOf(RecordWords.record(member[1]), member[0]))
            : Either.left(
                read.computeIfAbsent(words, id -> lookup(RecordWords.record(id)))
                    .record()
                    .orElseThrow()),
        Optional.empty());
  }

  private Removal replaced(String id) {
    Lookup there = read.computeIfAbsent(id, this::member);
    return new Removal(
        Option.ofOptional(there.member())
            .<TransactionRecord>toEither(() -> there.record().orElseThrow()),
        Receipt.of(there.transaction().orElseThrow()));
  }

  /** Each that is replaced is read as its receipt. */
  private String replaced(List<Removal> going) {
    List<MatchOutcome> outcomes = records().remove(going);
    for (Removal removal : going) {
      assertThat(member(removal.id())).isEqualTo(Lookup.removed(removal.receipt().orElseThrow()));
    }
    return words(outcomes);
  }

  private String expired(String[] words) {
    return String.valueOf(
        records().removeReceipts(Duration.parse(words[0]), Integer.parseInt(words[1])));
  }

  // what is read

  private static String words(Lookup lookup) {
    if (lookup.kind() == Lookup.Kind.REMOVED) {
      Receipt receipt = lookup.receipt().orElseThrow();
      return "receipt "
          + receipt.id()
          + (receipt.isApplied() ? " applied" : " canceled")
          + receipt.reason().map(why -> " for " + why.kind()).orElse("")
          + receipt.moved().map(cents -> ", moved " + cents).orElse("");
    }
    if (lookup.kind() != Lookup.Kind.FOUND) {
      return word(lookup.kind()) + " " + lookup.id();
    }
    return lookup
            .member()
            .map(member -> member.id() + " of " + member.record() + moves(member.body()))
            .orElse("")
        + lookup
            .record()
            .filter(any -> lookup.member().isEmpty())
            .map(RecordScenes::words)
            .orElse("")
        + lookup
            .transaction()
            .map(
                there ->
                    " is "
                        + word(there.state())
                        + there.reason().map(why -> " for " + why.kind()).orElse("")
                        + there.application().map(name -> " by " + name).orElse(" by nobody"))
            .orElse("");
  }

  private static String words(TransactionRecord record) {
    return record.id()
        + (record.id().isOfMany()
            ? record.members().stream().map(id -> " " + id).collect(joining())
                + " "
                + word(record.state())
            : record.only().map(RecordScenes::moves).orElse(""))
        + (record.isTombstone() ? ", a tombstone" : "")
        + " at "
        + record.epoch()
        + record.owner().map(owner -> " of " + owner.token()).orElse("")
        + (record.leavesOut() ? ", leaves out" : "")
        + record.endedAt().map(at -> ", ended").orElse("");
  }

  /** The accounts, and an amount; nothing, if these are those of any body here. */
  private static String moves(NewTransaction body) {
    String moves =
        body.accountOperations().stream()
            .map(each -> each.account().value() + ":" + each.amount().minor())
            .collect(joining(">"));
    return moves.isEmpty() || moves.equals("A:7>B:7") ? "" : " of " + moves;
  }

  /** The latest of a transaction is what is read of it. */
  private String latest(String id) {
    Lookup latest = records().findLatest(new TransactionId(id));
    assertThat(latest.transaction()).isEqualTo(member(id).transaction());
    return words(latest);
  }

  private RecordQuery query(String words) {
    String[] parts = words.split(" ", -1);
    Map<String, String> more = new HashMap<>();
    for (String part : List.of(parts).subList(1, parts.length)) {
      more.put(part.replaceAll("=.*", ""), part.replaceAll("^\\w+=?", ""));
    }
    int limit = Integer.parseInt(more.getOrDefault("limit", "99"));
    Duration idle = Duration.parse(more.getOrDefault("idle", "PT0S"));
    RecordQuery query =
        switch (parts[0]) {
          case "unfinished" -> RecordQuery.unfinished(idle, limit);
          case "ended" -> RecordQuery.ended(idle, limit);
          case "leaving" -> RecordQuery.leavingOut(idle, limit);
          case "overdue" -> RecordQuery.overdue(limit);
          case "authorized" -> RecordQuery.authorized(limit);
          case "naming" -> RecordQuery.naming(super.record(RecordWords.record(parts[1])));
          default ->
              RecordQuery.latest(
                  Optional.ofNullable(more.get("state")).map(State::valueOf),
                  Optional.ofNullable(more.get("account")).map(AccountId::new),
                  labels(more.getOrDefault("labels", "")),
                  limit);
        };
    RecordQuery owned =
        more.containsKey("owner") ? query.ownedBy(application(more.get("owner"))) : query;
    RecordQuery since =
        more.containsKey("since") ? owned.createdSince(createdAt(more.get("since"))) : owned;
    RecordQuery until =
        more.containsKey("until") ? since.createdUntil(createdAt(more.get("until"))) : since;
    RecordQuery after =
        more.containsKey("after") ? until.after(List.of(shown(more.get("after")))) : until;
    return after.withSkip(Integer.parseInt(more.getOrDefault("skip", "0")));
  }

  /** As it was read first in the scene, if it was, or as it is now. */
  private Lookup shown(String id) {
    return Optional.ofNullable(read.get(id)).orElseGet(() -> member(id));
  }

  /** The store's clock may be an estimate. */
  private void awaitOverdue(int many) {
    for (int tries = 0; tries < 1_000 && list(RecordQuery.overdue(99)).size() < many; tries++) {
      letTimePass();
    }
  }

  /** All are on pages, each once and in order, and behind the first one are the others. */
  private String pages(RecordQuery query) {
    RecordQuery whole = query.withLimit(99);
    List<String> all = listed(whole).toList();
    assertThat(paged(query)).isEqualTo(all);
    assertThat(list(whole.after(records().list(query.withLimit(1)))))
        .isEqualTo(all.subList(1, all.size()));
    return String.valueOf(all.size());
  }

  /** The order of a listing, as far as what is shown tells it. */
  private static Comparator<Lookup> order(RecordQuery query) {
    return switch (query.kind()) {
      case LATEST ->
          Comparator.<Lookup, Instant>comparing(each -> transaction(each).createdAt())
              .reversed()
              .thenComparing(each -> transaction(each).id());
      case AUTHORIZED -> Comparator.comparing(each -> transaction(each).expiresAt().orElseThrow());
      case ENDED ->
          Comparator.comparing(
              each -> each.record().flatMap(TransactionRecord::endedAt).orElseThrow());
      case UNFINISHED, LEAVING_OUT, NAMING -> Comparator.comparing(each -> 0);
    };
  }

  private static Transaction transaction(Lookup shown) {
    return shown.transaction().orElseThrow();
  }

  /** The ids of what is listed in its order, each of which is as it is read. */
  private Stream<String> listed(RecordQuery query) {
    List<Lookup> all = records().list(query);
    assertThat(all).isSortedAccordingTo(order(query));
    return all.stream()
        .map(
            shown -> {
              boolean isOfSeveral = shown.id().startsWith("batch:");
              Lookup there = isOfSeveral ? lookup(new RecordId(shown.id())) : member(shown.id());
              assertThat(shown.transaction()).isEqualTo(there.transaction());
              assertThat(shown.decider()).isEqualTo(there.decider());
              return shown.id();
            });
  }

  private static Labels labels(String words) {
    return words.isEmpty() ? Labels.NONE : RecordWords.bodyOf("t/" + words).labels();
  }

  private Instant createdAt(String id) {
    return id.equals("MIN") ? Instant.MIN : id.equals("MAX") ? Instant.MAX : begunAt(id);
  }

  private Instant begunAt(String id) {
    return member(id).transaction().map(Transaction::createdAt).orElseThrow();
  }

  /** The first that a scan shows are as they are read. */
  private String scan(String account) {
    List<String> shown = new ArrayList<>();
    records()
        .scan(
            account.isEmpty() ? Optional.empty() : Optional.of(accountId(account)),
            lookup -> {
              if (shown.size() < Many.MOST_NAMED) {
                Lookup there = member(lookup.id());
                assertThat(lookup.transaction()).isEqualTo(there.transaction());
                assertThat(lookup.decider()).isEqualTo(there.decider());
              }
              shown.add(lookup.id());
            });
    return Many.named(shown);
  }

  private record Times(Instant created, Timeline steps, Instant changed) {}

  private Times times(RecordId id) {
    if (id.isOfMany()) {
      TransactionRecord there = super.record(id);
      return new Times(there.createdAt(), there.timeline(), there.lastModified());
    }
    Transaction there = transaction(member(id.value()));
    return new Times(there.createdAt(), there.timeline(), there.lastModified());
  }

  /** By their names, in the order of the steps; none changes once it is there. */
  private Map<String, Instant> stamps(String word) {
    Times times = times(RecordWords.record(word));
    Map<String, Instant> all = new LinkedHashMap<>(Map.of("created", times.created()));
    times.steps().claimedAt().ifPresent(at -> all.put("claimed", at));
    times.steps().takenOverAt().ifPresent(at -> all.put("taken over", at));
    times.steps().authorizedAt().ifPresent(at -> all.put("authorized", at));
    times.steps().decidedAt().ifPresent(at -> all.put("decided", at));
    times.steps().finishedAt().ifPresent(at -> all.put("ended", at));
    all.forEach(
        (name, at) ->
            assertThat(stamps.computeIfAbsent(word + name, first -> at)).as(name).isEqualTo(at));
    return all;
  }

  /** Each is later than the one before. A member is decided and ends when its record does. */
  private String stamped(String word) {
    Map<String, Instant> all = stamps(word);
    List<Instant> inOrder = List.copyOf(all.values());
    assertThat(inOrder).isSorted().doesNotHaveDuplicates();
    assertThat(inOrder.subList(0, inOrder.size() - 1))
        .allMatch(times(RecordWords.record(word)).changed()::isAfter);
    if (!RecordWords.record(word).isOfMany() && all.containsKey("decided")) {
      member(word).member().ifPresent(member -> isAsItsRecord(member, all));
    }
    return String.join(" < ", all.keySet());
  }

  private void isAsItsRecord(MemberDocument member, Map<String, Instant> all) {
    Map<String, Instant> ofRecord = stamps(member.record().value());
    assertThat(all.get("decided")).isEqualTo(ofRecord.get("decided"));
    assertThat(all.get("ended")).isEqualTo(ofRecord.get("ended"));
    Transaction shown = transaction(member(member.id().value()));
    assertThat(shown.owner()).isEqualTo(OWNER.process());
    assertThat(shown.token()).isEmpty();
  }

  /** The stamps of the moment of the last change. */
  private String last(String word) {
    Instant changed = times(RecordWords.record(word)).changed();
    return stamps(word).entrySet().stream()
        .filter(stamp -> stamp.getValue().equals(changed))
        .map(Map.Entry::getKey)
        .collect(joining(", "));
  }

  private String receipts() {
    List<String> all = new ArrayList<>();
    records().scanReceipts(shown -> all.add(words(shown)));
    return String.join(", ", all);
  }
}
