package io.twophase.domain.machine;

import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.Member;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Owner;
import io.twophase.domain.record.Sharing;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Where an exploration starts, and what may go wrong in it. Immutable. */
final class Scene {

  /** What is so in a scene. */
  enum Trait {
    /** The outcome is that of running the members one by one. */
    ORDER,
    /** The documents of an insert land in any order. */
    PARTS,
    /** What is behind a request without an answer comes late, too. */
    BULK,
    /** Retention removes what has ended. */
    RETAIN,
    /** Retention leaves receipts. */
    RECEIPTS,
    /** Somebody freezes accounts. */
    FREEZE,
    /** A finish is acknowledged by one server, which may fail. */
    FORGET,
    /** So is the insert of a record: it may be lost. */
    LOST,
    /** Who ends a record may read its members as they were before. */
    STALE,
    /** Who waits gives up at some time. */
    PATIENCE,
    /** Somebody goes on with what was left out. */
    ONWARD,
    /** Nobody sweeps. */
    UNSWEPT
  }

  static final CollectionName ACCOUNTS = CollectionName.of("accounts");

  final String targets;
  final List<@Nullable Long> values;
  final long[] ceilings;
  final List<List<Op>> ops;
  final List<List<Integer>> batches;
  final List<Role> roles;
  final Map<String, Object> more;
  private final List<NewTransaction> bodies = new ArrayList<>();
  private final boolean isMoney;

  private Scene(
      String targets,
      List<@Nullable Long> values,
      List<List<Op>> ops,
      List<List<Integer>> batches,
      List<Role> roles,
      Map<String, Object> more) {
    this.targets = targets;
    this.values = values;
    this.ops = ops;
    this.batches = batches;
    this.roles = roles;
    this.more = more;
    ceilings = new long[targets.length()];
    Arrays.fill(ceilings, 9);
    long[] named = (long[]) more.getOrDefault("ceilings", new long[0]);
    System.arraycopy(named, 0, ceilings, 0, named.length);
    isMoney = ops.stream().allMatch(Scene::isBalanced) && hasRangesApart(ops);
    for (int member = 0; member < ops.size(); member++) {
      bodies.add(transaction(member));
    }
  }

  private static boolean hasRangesApart(List<List<Op>> ops) {
    Set<Integer> moved = new HashSet<>();
    Set<Integer> whole = new HashSet<>();
    ops.forEach(
        all ->
            all.stream()
                .filter(op -> !op.isBareCheck())
                .forEach(op -> (op.isRange() ? moved : whole).add(op.at())));
    return Collections.disjoint(moved, whole);
  }

  private static boolean isBalanced(List<Op> member) {
    return member.stream().mapToLong(op -> op.delta(op.to())).sum() == 0;
  }

  /**
   * A scene in words.
   *
   * @param targets a letter each
   * @param values at first; {@code -} of one that is absent
   * @param members the operations of m1, m2 …, see {@link Op#all}
   * @param batches each as the places of its members; those that may not share a record go alone
   * @param roles each with its record of several, or the place of its transaction
   */
  static Scene of(String targets, String values, String members, String batches, String roles) {
    return of(targets, values, members, batches, roles, new HashMap<>());
  }

  private static Scene of(
      String targets,
      String values,
      String members,
      String batches,
      String roles,
      Map<String, Object> more) {
    List<@Nullable Long> first = new ArrayList<>();
    for (String word : values.split(" ", -1)) {
      first.add(word.equals("-") ? null : Long.valueOf(word));
    }
    List<List<Op>> ops = new ArrayList<>();
    for (String words : members.split(";", -1)) {
      ops.add(Op.all(targets + "Z", words));
    }
    String all = targets;
    if (members.contains("<")) {
      // money moves between accounts: what leaves one of these alone arrives on Z
      for (List<Op> member : ops) {
        long sum = member.stream().mapToLong(op -> op.delta(op.to())).sum();
        if (sum != 0) {
          all = targets + "Z";
          Op.Kind kind = sum < 0 ? Op.Kind.CREDIT : Op.Kind.DEBIT;
          member.add(new Op(kind, targets.length(), null, Math.abs(sum)));
        }
      }
      if (all.length() > targets.length()) {
        first.add(4L);
      }
    }
    List<Role> actors = new ArrayList<>();
    for (String word : roles.trim().split(" +", -1)) {
      actors.add(Role.of(word, actors.size()));
    }
    Map<String, Object> words = new HashMap<>(more);
    words.put("words", List.of(targets, values, members, batches, roles));
    Scene scene = new Scene(all, first, ops, List.of(), actors, words);
    return scene.sharing(batches);
  }

  private Scene sharing(String words) {
    List<List<Integer>> shared = new ArrayList<>();
    List<Role> all = new ArrayList<>(roles);
    for (String word : words.isBlank() ? new String[0] : words.split(" ", -1)) {
      List<Integer> taken = new ArrayList<>();
      Sharing sharing = new Sharing(ACCOUNTS);
      for (int member : word.chars().map(letter -> letter - '0').toArray()) {
        if (lacks(Flaw.SHARES_ANYTHING) || sharing.takes(Member.of(bodies.get(member)))) {
          taken.add(member);
        } else {
          all.add(new Role(Role.Kind.LONE, member, all.size()));
        }
      }
      shared.add(taken);
    }
    return new Scene(targets, values, ops, shared, all, more);
  }

  @SuppressWarnings("unchecked")
  private Scene with(String name, Object value) {
    Map<String, Object> changed = new HashMap<>(more);
    changed.put(name, value);
    List<String> words = (List<String>) more.get("words");
    return of(words.get(0), words.get(1), words.get(2), words.get(3), words.get(4), changed);
  }

  /** How often a request may be without an answer, and come late. */
  Scene timeOuts(int times) {
    return with("timeOuts", times);
  }

  /** How often somebody may die. */
  Scene crashes(int times) {
    return with("crashes", times);
  }

  Scene ceilings(long... figures) {
    return with("ceilings", figures);
  }

  /** The members that fit whatever is run before them: they are never refused. */
  Scene fitting(Integer... members) {
    return with("fit", Set.of(members));
  }

  Scene that(Trait... traits) {
    EnumSet<Trait> all = EnumSet.noneOf(Trait.class);
    all.addAll(traits());
    all.addAll(List.of(traits));
    return with("traits", all);
  }

  /** Late messages of these kinds may land on one server only. */
  Scene softly(String... kinds) {
    return with("soft", Set.of(kinds));
  }

  /** The members are authorizations. */
  Scene authorizing(AuthorizationTerms terms) {
    return with("terms", terms);
  }

  Scene limit(int holds) {
    return with("limit", holds);
  }

  /** The target has that hold at first, which no record here has placed. */
  Scene held(int target, Hold hold) {
    return with("held", Map.of(target, hold));
  }

  /** Who begins a transaction asks so often for it. */
  Scene asking(int times) {
    return with("asks", times);
  }

  int asks() {
    return (int) more.getOrDefault("asks", 1);
  }

  /** So many receipts go in their time, and there are two passes. */
  Scene retiring(int times) {
    return with("retires", times);
  }

  int retires() {
    return (int) more.getOrDefault("retires", 0);
  }

  /** The member's id is that of another transaction, which has ended. */
  Scene taken(int member, String operations) {
    return with("taken", Map.of(member, operations));
  }

  @SuppressWarnings("unchecked")
  Map<Integer, TransactionRecord> taken() {
    Map<Integer, TransactionRecord> taken = new HashMap<>();
    ((Map<Integer, String>) more.getOrDefault("taken", Map.of()))
        .forEach(
            (member, words) -> {
              NewTransaction body = transaction(member, Op.all(targets, words));
              TransactionRecord begun =
                  NewRecord.alone(body, new Owner(Fixtures.APP, Fixtures.token("x")))
                      .stored(Instant.EPOCH);
              taken.put(
                  member,
                  Flaws.with(begun, State.DONE, begun.excluded(), begun.verdict(), begun.reason()));
            });
    return taken;
  }

  /** Somebody reads these documents, in this order. */
  Scene read(String documents) {
    return with("read", documents);
  }

  /** Who reads leaves out a rule. */
  Scene readWithout(Reader.Rule rule) {
    return with("readersFlaw", rule);
  }

  String read() {
    return (String) more.getOrDefault("read", "");
  }

  Reader.Rule readersFlaw() {
    return (Reader.Rule) more.getOrDefault("readersFlaw", Reader.Rule.NONE);
  }

  Scene without(Flaw rule) {
    return with("flaw", rule);
  }

  boolean lacks(Flaw rule) {
    return flaw() == rule;
  }

  Flaw flaw() {
    return (Flaw) more.getOrDefault("flaw", Flaw.NONE);
  }

  int timeOuts() {
    return (int) more.getOrDefault("timeOuts", 0);
  }

  int crashes() {
    return (int) more.getOrDefault("crashes", 0);
  }

  @SuppressWarnings("unchecked")
  Set<Integer> fit() {
    return (Set<Integer>) more.getOrDefault("fit", Set.of());
  }

  @SuppressWarnings("unchecked")
  private Set<Trait> traits() {
    return (Set<Trait>) more.getOrDefault("traits", Set.of());
  }

  boolean is(Trait trait) {
    return traits().contains(trait);
  }

  @SuppressWarnings("unchecked")
  Set<String> soft() {
    return (Set<String>) more.getOrDefault("soft", Set.of());
  }

  @SuppressWarnings("unchecked")
  Map<Integer, Hold> aliens() {
    return (Map<Integer, Hold>) more.getOrDefault("held", Map.of());
  }

  boolean isInOrder() {
    return is(Trait.ORDER) && !lacks(Flaw.IGNORES_THE_ORDER);
  }

  HoldRules rules() {
    int limit = (int) more.getOrDefault("limit", Integer.MAX_VALUE);
    return new HoldRules(Documents.HOME, ACCOUNTS, new HoldLimit(limit));
  }

  private NewTransaction transaction(int member, List<Op> words) {
    List<Operation> operations = new ArrayList<>();
    for (Op op : words) {
      operations.add(
          op.operation(
              String.valueOf(targets.charAt(op.at())), isAccount(op.at()), ceilings[op.at()]));
    }
    return new NewTransaction(
        Fixtures.transactionId("m" + (member + 1)), operations, Option.none());
  }

  /** Another transaction under the member's id. */
  NewTransaction other(int member) {
    return transaction(member, Op.all(targets, targets.charAt(0) + "~"));
  }

  private NewTransaction transaction(int member) {
    NewTransaction body = transaction(member, ops.get(member));
    AuthorizationTerms terms = (AuthorizationTerms) more.get("terms");
    return terms == null ? body : body.authorizedUnder(terms);
  }

  NewTransaction body(int member) {
    return bodies.get(member);
  }

  List<NewTransaction> bodies(int batch) {
    return batches.get(batch).stream().map(bodies::get).toList();
  }

  RecordId batchId(int batch) {
    return new RecordId("batch:" + batch);
  }

  /** A record's place: those of several first, then those of transactions alone. */
  int place(RecordId record) {
    return record.isOfMany()
        ? Integer.parseInt(record.value().substring("batch:".length()))
        : batches.size() + place(record.transaction());
  }

  int place(TransactionId member) {
    return Integer.parseInt(member.value().substring(1)) - 1;
  }

  int records() {
    return batches.size() + ops.size();
  }

  RecordId recordId(int record) {
    return record < batches.size()
        ? batchId(record)
        : RecordId.of(body(record - batches.size()).id());
  }

  /** The members of a record, by their places. */
  List<Integer> members(int record) {
    return record < batches.size() ? batches.get(record) : List.of(record - batches.size());
  }

  int place(Target target) {
    return targets.indexOf(
        target
            .fold(
                account -> account.value(),
                document -> ((io.twophase.domain.value.Value.Text) document.id()).value())
            .charAt(0));
  }

  private boolean isAccount(int target) {
    return isMoney
        && ops.stream().flatMap(List::stream).filter(op -> op.at() == target).anyMatch(Op::isRange);
  }

  /** A target as it is at first. */
  Option<Stored> stored(int target) {
    Long value = values.get(target);
    if (value == null) {
      return Option.none();
    }
    String name = String.valueOf(targets.charAt(target));
    Stored stored =
        isAccount(target)
            ? Account.open(
                Fixtures.account(name)
                    .ceiling(Fixtures.cents(ceilings[target]))
                    .opening(Fixtures.cents(value)))
            : Document.of(Documents.order(name), Documents.fields("n", value));
    Hold alien = aliens().get(target);
    return Option.some(alien == null ? stored : holding(stored, alien));
  }

  private static Stored holding(Stored stored, Hold alien) {
    var scale =
        stored
            .target()
            .<io.twophase.domain.hold.Scale>fold(
                account -> new io.twophase.domain.hold.Scale.Money(Fixtures.USD),
                document -> new io.twophase.domain.hold.Scale.OfField("n", 0, 9));
    Stored bounded =
        alien.range().isNothing()
            ? stored
            : stored.with(scale, stored.bounds(scale).get().placing(alien.range()));
    return bounded.with(List.of(alien));
  }

  /** What an at-most member asks for; none of another. */
  @Nullable Long most(int member) {
    return ops.get(member).stream()
        .filter(op -> op.kind() == Op.Kind.OUT)
        .map(Op::to)
        .findFirst()
        .orElse(null);
  }

  /** Whether a member has an operation on the target. */
  boolean touches(int member, int target) {
    return ops.get(member).stream().anyMatch(op -> op.at() == target);
  }

  /** The mortal: whom somebody else can follow. */
  boolean isMortal(Role role) {
    return role.kind() == Role.Kind.OWN
        || (role.kind() == Role.Kind.LONE
            && roles.stream()
                .anyMatch(
                    other ->
                        (other.kind() == Role.Kind.ASK || other.kind() == Role.Kind.RESUME)
                            && other.target() == role.target()));
  }

  IntStream places() {
    return IntStream.range(0, targets.length());
  }
}
