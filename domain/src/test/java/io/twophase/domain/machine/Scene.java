package io.twophase.domain.machine;

import static io.twophase.domain.machine.Aliens.terms;
import static io.twophase.domain.testing.Fixtures.cents;

import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Claims.Sharing;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
    UNSWEPT,
    /** A function declines if it has read anything but zeros. */
    ONCE
  }

  static final CollectionName ACCOUNTS = CollectionName.of("accounts");

  final String targets;
  final List<@Nullable Long> values = new ArrayList<>();
  final long[] ceilings;
  final Members members;
  final List<List<Op>> ops;
  final List<List<Integer>> batches = new ArrayList<>();
  final List<Role> roles = new ArrayList<>();
  final int timeOuts;
  final int crashes;

  /** How often who begins a transaction asks for it. */
  final int asks;

  /** How many attempts of a function there may be; each is a member. */
  final int attempts;

  /** How many receipts go in their time; if any does, there are two passes. */
  final int retires;

  /** The members that fit whatever is run before them: they are never refused. */
  final Set<Integer> fit;

  /** Late messages of these kinds may land on one server only. */
  final Set<String> soft;

  /** Somebody reads these documents, in this order. */
  final String read;

  final Flaw flaw;
  final Reader.Rule readersFlaw;
  private final String[] words;
  private final Map<String, String> more;
  private final Set<Trait> traits = EnumSet.noneOf(Trait.class);
  private final List<NewTransaction> bodies = new ArrayList<>();
  private final boolean isMoney;

  private Scene(String[] words, Map<String, String> more) {
    this.words = words;
    this.more = more;
    for (Trait trait : Trait.values()) {
      if (more.containsKey(trait.name().toLowerCase(Locale.ROOT))) {
        traits.add(trait);
      }
    }
    timeOuts = number("timeOuts", 0);
    crashes = number("crashes", 0);
    asks = number("asks", 1);
    retires = number("retires", 0);
    attempts = number("attempts", 2);
    fit = several("fit").stream().map(Integer::valueOf).collect(Collectors.toSet());
    soft = Set.copyOf(several("soft"));
    read = more.getOrDefault("read", "");
    flaw = Flaw.valueOf(more.getOrDefault("flaw", "NONE"));
    readersFlaw = Reader.Rule.valueOf(more.getOrDefault("readersFlaw", "NONE"));
    for (String word : words[1].split(" ", -1)) {
      values.add(word.equals("-") ? null : Long.valueOf(word));
    }
    members = new Members(words[0] + "Z", words[2], attempts);
    ops = members.ops;
    targets = words[2].contains("<") && isCompleted(words[0].length()) ? words[0] + "Z" : words[0];
    List<String> named = several("ceilings");
    ceilings =
        IntStream.range(0, targets.length())
            .mapToLong(at -> at < named.size() ? Long.parseLong(named.get(at)) : 9)
            .toArray();
    isMoney = ops.stream().allMatch(Scene::isBalanced) && hasRangesApart(ops);
    for (int member = 0; member < ops.size(); member++) {
      NewTransaction body = transaction(member, ops.get(member));
      bodies.add(more.containsKey("terms") ? body.authorizedUnder(terms(more.get("terms"))) : body);
    }
    for (String word : words[4].split(" ", -1)) {
      roles.add(Role.of(word, roles.size()));
    }
    for (String word : words[3].isEmpty() ? new String[0] : words[3].split(" ", -1)) {
      batches.add(sharing(word));
    }
  }

  /**
   * A scene in words, between bars: the targets, a letter each; their values at first, {@code -} of
   * one that is absent; the operations of m1, m2 …, see {@link Op#all}; the records of several,
   * each as the places of its members, of which those that may not share a record go alone; the
   * roles, each with its record of several or the place of its transaction; and what else is so.
   */
  static Scene of(String line) {
    String[] words = line.replace("2^62", "4611686018427387904").split("\\|", -1);
    Map<String, String> more = new HashMap<>();
    for (String word : words[5].trim().split(" ", -1)) {
      int value = word.indexOf('=');
      more.put(value < 0 ? word : word.substring(0, value), word.substring(value + 1));
    }
    return new Scene(Stream.of(words).map(String::trim).toArray(String[]::new), more);
  }

  /** The scene with something else so. */
  Scene with(String name, Object value) {
    Map<String, String> changed = new HashMap<>(more);
    changed.put(name, value.toString());
    return new Scene(words, changed);
  }

  boolean has(String word) {
    return more.containsKey(word);
  }

  private int number(String name, int otherwise) {
    return Integer.parseInt(more.getOrDefault(name, String.valueOf(otherwise)));
  }

  private List<String> several(String name) {
    return has(name) ? List.of(more.get(name).split(",", -1)) : List.of();
  }

  /** Money moves between accounts: what leaves one of these alone arrives on one more. */
  private boolean isCompleted(int another) {
    boolean isOne = false;
    for (List<Op> member : ops) {
      long sum = member.stream().mapToLong(op -> op.delta(op.to())).sum();
      if (sum != 0) {
        isOne = true;
        member.add(new Op(sum < 0 ? Op.Kind.CREDIT : Op.Kind.DEBIT, another, null, Math.abs(sum)));
      }
    }
    if (isOne) {
      values.add(4L);
    }
    return isOne;
  }

  private List<Integer> sharing(String members) {
    List<Integer> taken = new ArrayList<>();
    Sharing sharing = new Sharing(ACCOUNTS, false);
    for (int member : members.chars().map(letter -> letter - '0').toArray()) {
      if (lacks(Flaw.SHARES_ANYTHING) || sharing.takes(Member.of(bodies.get(member)))) {
        taken.add(member);
      } else {
        roles.add(new Role(Role.Kind.LONE, member, roles.size()));
      }
    }
    return taken;
  }

  private static boolean hasRangesApart(List<List<Op>> ops) {
    Set<Integer> moved = new HashSet<>();
    Set<Integer> whole = new HashSet<>();
    ops.stream()
        .flatMap(List::stream)
        .filter(op -> !op.isBareCheck())
        .forEach(op -> (op.isRange() ? moved : whole).add(op.at()));
    return Collections.disjoint(moved, whole);
  }

  private static boolean isBalanced(List<Op> member) {
    return member.stream().mapToLong(op -> op.delta(op.to())).sum() == 0;
  }

  /** The member's id is that of another transaction, which has ended. */
  Optional<TransactionRecord> taken() {
    return Optional.ofNullable(more.get("taken"))
        .map(
            operations ->
                Flaws.in(
                    State.DONE,
                    NewRecord.alone(
                            transaction(0, Op.all(targets, operations.replace(',', ' '))),
                            new Owner(Fixtures.APP, Fixtures.token("x")))
                        .stored(Instant.EPOCH)));
  }

  boolean lacks(Flaw rule) {
    return flaw == rule;
  }

  boolean is(Trait trait) {
    return traits.contains(trait);
  }

  /** The first target may have a hold at first that no record here has placed. */
  boolean isAlien(Hold hold) {
    return has("held") && hold.equals(Aliens.hold(more.get("held")));
  }

  boolean isInOrder() {
    return is(Trait.ORDER) && !lacks(Flaw.IGNORES_THE_ORDER);
  }

  HoldRules rules() {
    HoldLimit limit = new HoldLimit(number("limit", Integer.MAX_VALUE));
    return new HoldRules(Documents.HOME, ACCOUNTS, limit);
  }

  private NewTransaction transaction(int member, List<Op> words) {
    List<Operation> operations = new ArrayList<>();
    for (Op op : words) {
      operations.add(
          op.operation(
              String.valueOf(targets.charAt(op.at())), isAccount(op.at()), ceilings[op.at()]));
    }
    return new NewTransaction(members.id(member), operations, Optional.empty());
  }

  /** Another transaction under the member's id. */
  NewTransaction other(int member) {
    return transaction(member, Op.all(targets, targets.charAt(0) + "~"));
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
    return members.place(member);
  }

  /** The operations of a member, as its record states them if it is an attempt. */
  List<Op> ops(TransactionRecord record, int member) {
    return members.attempt(member).isEmpty()
        ? ops.get(member)
        : record.only().orElseThrow().operations().stream()
            .map(DocumentOperation.class::cast)
            .map(operation -> Op.of(place(new Target.OfDocument(operation.document())), operation))
            .toList();
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
  Optional<Stored> stored(int target) {
    Long value = values.get(target);
    if (value == null) {
      return Optional.empty();
    }
    String name = String.valueOf(targets.charAt(target));
    Stored stored =
        isAccount(target)
            ? Account.open(
                Fixtures.account(name).ceiling(cents(ceilings[target])).opening(cents(value)))
            : Document.of(Documents.order(name), Documents.fields("n", value));
    return Optional.of(
        target == 0 && has("held") ? Aliens.holding(stored, more.get("held")) : stored);
  }

  /** What an at-most member asks for; none of another. */
  @Nullable Long most(int member) {
    return ops.get(member).stream()
        .filter(op -> op.kind() == Op.Kind.OUT)
        .map(Op::to)
        .findFirst()
        .orElse(null);
  }

  /** The mortal: whom somebody else can follow. */
  boolean isMortal(Role role) {
    Set<Role.Kind> followers =
        switch (role.kind()) {
          case CALL -> Set.of(Role.Kind.ABANDON);
          case LONE -> Set.of(Role.Kind.ASK, Role.Kind.RESUME);
          default -> Set.of();
        };
    return role.kind() == Role.Kind.OWN
        || roles.stream()
            .anyMatch(other -> other.target() == role.target() && followers.contains(other.kind()));
  }

  IntStream places() {
    return IntStream.range(0, targets.length());
  }
}
