package io.twophase.adapter.mongo.probe;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.collection.CollectionRegistry;
import io.twophase.adapter.mongo.collection.Inspector;
import io.twophase.adapter.mongo.collection.KnownCollections;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.Reply;
import io.twophase.adapter.mongo.driver.Reply.Matches;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.hold.AccountCodec;
import io.twophase.adapter.mongo.hold.Adoptions;
import io.twophase.adapter.mongo.hold.EndCall.EndWrites;
import io.twophase.adapter.mongo.hold.HoldCodec;
import io.twophase.adapter.mongo.hold.MongoAccounts;
import io.twophase.adapter.mongo.hold.MongoAccounts.PeriodWrites;
import io.twophase.adapter.mongo.hold.MongoHolds;
import io.twophase.adapter.mongo.hold.TargetWrites;
import io.twophase.adapter.mongo.hold.TutorialAccounts;
import io.twophase.domain.AccountId;
import io.twophase.domain.Eithers;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.hold.Target;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.ports.Accounts;
import io.twophase.ports.Holds;
import io.vavr.control.Either;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNumber;

/** Accounts with their holds. */
final class ProbedTargets extends Probed {

  private final HoldRules rules;
  private final Holds holds;
  private final Accounts accounts;
  private final MongoCollection<BsonDocument> scratch;
  private final Writes writes;
  private final AccountCodec codec =
      new AccountCodec(new TutorialAccounts(ProbeRun.CURRENCY), ProbeRun.HOME);
  private final Map<Target, Stored> targets = new LinkedHashMap<>();

  /** Accounts in {@code scratch}. */
  ProbedTargets(
      MongoDatabase database,
      MongoCollection<BsonDocument> scratch,
      Server server,
      Inspector inspector) {
    super(server.errors().store());
    this.scratch = scratch;
    this.writes = new Writes(scratch, server);
    this.rules =
        new HoldRules(
            ProbeRun.HOME,
            CollectionName.of(scratch.getNamespace().getCollectionName()),
            ProbeRun.LIMIT);
    KnownCollections collections =
        new KnownCollections(
            name -> database,
            database,
            new CollectionRegistry(scratch, server),
            inspector,
            Set.of(),
            Optional.of(rules.accounts()),
            (name, of) -> Optional.empty(),
            Set.of(),
            InstantSource.system(),
            server.errors());
    PeriodWrites periods = new PeriodWrites(scratch, ProbedRecords.AT_STAMP, server);
    this.holds = new MongoHolds(rules, codec, collections, server);
    this.accounts = new MongoAccounts(scratch, rules, codec, periods, server);
  }

  /**
   * If only some of a call match, a server may tell only how many: "Match counts" of {@link Holds}.
   * What is stored is compared all the same.
   */
  private static boolean mayBeAnswered(List<MatchOutcome> exact, List<MatchOutcome> answered) {
    boolean isMixed = exact.contains(MatchOutcome.MATCHED);
    boolean may = exact.size() == answered.size();
    for (int at = 0; may && at < exact.size(); at++) {
      MatchOutcome outcome = answered.get(at);
      may = outcome == exact.get(at) || (isMixed && outcome == MatchOutcome.MATCHED);
    }
    return may;
  }

  void open(String asked, Opening... openings) {
    List<Class<?>> exact = new ArrayList<>();
    for (Opening opening : openings) {
      boolean isNew = expect(Account.open(opening));
      exact.add(isNew ? OpenOutcome.Opened.class : OpenOutcome.AlreadyOpen.class);
    }
    require(
        asked,
        exact,
        () -> accounts.open(List.of(openings)).stream().map(OpenOutcome::getClass).toList());
  }

  /** Compares an account from now on; answers whether it was not known before. */
  private boolean expect(Account account) {
    return targets.putIfAbsent(account.target(), account) == null;
  }

  void place(String asked, Placing... placings) {
    match(
        asked,
        List.of(placings),
        one -> one.claim().target(),
        (there, one) -> Eithers.right(rules.place(there, one)),
        holds::place,
        ProbedTargets::placed);
  }

  private static MatchOutcome placed(Answer answer) {
    return switch (answer.kind()) {
      case HELD -> MatchOutcome.MATCHED;
      case IN_DOUBT -> MatchOutcome.IN_DOUBT;
      case PRESENT, BUSY, SHORT, REFUSED -> MatchOutcome.NOT_MATCHED;
    };
  }

  void stamp(String asked, Stamping... all) {
    match(asked, List.of(all), Stamping::target, rules::stamp, holds::stamp, outcome -> outcome);
  }

  void end(String asked, Ending... endings) {
    match(
        asked,
        List.of(endings),
        Ending::target,
        (there, one) -> rules.end(there, one).flatMap(left -> left),
        holds::end,
        outcome -> outcome);
  }

  private <T, R> void match(
      String asked,
      List<T> all,
      Function<T, Target> target,
      BiFunction<Optional<Stored>, T, Optional<Stored>> rule,
      Function<List<T>, List<R>> write,
      Function<R, MatchOutcome> outcome) {
    List<MatchOutcome> exact = new ArrayList<>();
    for (T one : all) {
      Optional<Stored> after = rule.apply(Optional.ofNullable(targets.get(target.apply(one))), one);
      after.ifPresent(stored -> targets.put(stored.target(), stored));
      exact.add(outcome(after.isPresent()));
    }
    require(
        asked,
        exact,
        () -> write.apply(all),
        answers -> {
          List<MatchOutcome> outcomes = answers.stream().map(outcome).toList();
          return mayBeAnswered(exact, outcomes) ? exact : outcomes;
        });
  }

  /** Stores an account as it is to be. */
  void put(Account account) {
    scratch.insertOne(AccountCodec.encode(account));
    expect(account);
  }

  /** A settle that matches nothing looks whether the hold is there, with a figure that is none. */
  void damage(String asked, Placing placed) {
    require(
        asked,
        List.of(Reply.certain(1), Reply.certain(0)),
        () -> List.of(damaged(placed, new BsonDouble(0.5)), damaged(placed, int64(1))));
  }

  private Reply<Integer> damaged(Placing placed, BsonNumber figure) {
    BsonDocument hold = HoldCodec.encode(Hold.of(ProbeRun.HOME, placed));
    hold.put(Field.DEBIT, figure);
    BsonDocument id = new BsonDocument(Field.ID, TargetWrites.id(placed.claim().target()));
    scratch.insertOne(id.clone().append(Field.PENDING, new BsonArray(List.of(hold))));
    Ending settle = ProbeRun.settled(placed, -1);
    Reply<Integer> seen = updated(new EndWrites(ProbeRun.HOME, settle).present());
    scratch.deleteOne(id);
    return seen;
  }

  /** An account as the tutorial has made it becomes one of this software's, as it was read. */
  void adopt(String otherwise, String once, AccountId account) {
    BsonDocument id = doc(Field.ID, account.value());
    BsonDocument before =
        id.clone().append(Field.BALANCE, new BsonDouble(10)).append(Field.PENDING, new BsonArray());
    BsonDocument changed = before.clone().append(Field.BALANCE, new BsonDouble(11));
    scratch.insertOne(changed);
    require(
        otherwise,
        List.of(Reply.certain(0), changed),
        () -> List.of(adopted(before), Objects.requireNonNullElse(scratch.find(id).first(), id)));
    require(
        once,
        List.of(Reply.certain(1), Reply.certain(0)),
        () -> List.of(adopted(changed), adopted(changed)));
    expect(codec.decode(changed).account().orElseThrow());
  }

  private Reply<Integer> adopted(BsonDocument read) {
    return updated(Adoptions.of(codec.decode(read)).orElseThrow());
  }

  private Reply<Integer> updated(WriteModel<BsonDocument> write) {
    return writes.update(List.of(write)).map(Matches::total);
  }

  void change(String asked, AccountId id, StatusChange change) {
    Either<StatusRefusal, Account> after = ((Account) target(id)).change(change);
    after.forEach(account -> targets.put(account.target(), account));
    StatusOutcome exact = after.fold(StatusOutcome.Refused::new, StatusOutcome.Changed::new);
    require(asked, exact, () -> accounts.change(id, change));
  }

  private Stored target(AccountId id) {
    return Objects.requireNonNull(targets.get(new Target.OfAccount(id)));
  }

  /** Reads an account by a write to it. */
  void latest(String asked, AccountId id) {
    Sight exact = Sight.found(target(id));
    require(asked, exact, () -> holds.findLatest(new Target.OfAccount(id)));
  }

  /** Looks for the accounts with holds. Other runs of the probe may have left accounts, too. */
  void heldOnes(String asked) {
    require(
        asked,
        texts(targets.values().stream().filter(stored -> !stored.holds().isEmpty())),
        () -> {
          List<Stored> held = new ArrayList<>();
          holds.scan(rules.accounts(), true, sight -> sight.stored().ifPresent(held::add));
          return texts(held.stream().filter(stored -> targets.containsKey(stored.target())));
        });
  }

  private static List<String> texts(Stream<Stored> held) {
    return held.map(stored -> stored.target().toString()).sorted().toList();
  }

  @Override
  Optional<String> difference() {
    List<Target> all = List.copyOf(targets.keySet());
    List<Sight> seen = holds.find(all);
    for (int at = 0; at < all.size(); at++) {
      Stored wanted = Objects.requireNonNull(targets.get(all.get(at)));
      Optional<Stored> found = seen.get(at).stored();
      if (!found.equals(Optional.of(wanted))) {
        String there = found.map(Object::toString).orElse(seen.get(at).toString());
        return Optional.of(all.get(at) + " is " + there + ", not " + wanted);
      }
    }
    return Optional.empty();
  }
}
