package io.twophase.domain.record;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Currency;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The claims of a record: one on each target that its members touch. Members that move a target
 * share a range, and equal checks share one claim.
 */
public final class Claims {

  private final Map<TransactionId, Member> members = new LinkedHashMap<>();
  private final Map<Target, List<Part>> parts = new LinkedHashMap<>();
  private final boolean ofMany;

  /** The part of one member in a claim on a target. */
  private record Part(Member member, Member.Touch touch) {}

  private Claims(boolean ofMany) {
    this.ofMany = ofMany;
  }

  /**
   * The claims of members.
   *
   * @param members in their order: those that take part, whose documents name the record and that
   *     are not excluded, and that {@link Sharing} admits to one record
   * @param ofMany whether they are members of a record of several, whose holds may be of any
   *     amounts; the only member's hold is exact, unless it takes as much as there is
   */
  public static Claims of(List<Member> members, boolean ofMany) {
    Claims claims = new Claims(ofMany);
    for (Member member : members) {
      claims.members.put(member.id(), member);
      for (Member.Touch touch : member.touches()) {
        claims
            .parts
            .computeIfAbsent(touch.target(), none -> new ArrayList<>(2))
            .add(new Part(member, touch));
      }
    }
    return claims;
  }

  /** The members by their ids, in their order. */
  public Map<TransactionId, Member> members() {
    return Collections.unmodifiableMap(members);
  }

  /** The targets, in the order in which they are first touched. */
  public List<Target> targets() {
    return List.copyOf(parts.keySet());
  }

  /** The claims on all targets, in that order, in full. */
  public List<Claim> all() {
    List<Claim> all = new ArrayList<>(parts.size());
    parts.forEach((target, asking) -> all.add(claim(target, asking)));
    return all;
  }

  /**
   * The claims on these targets, in full.
   *
   * @throws IllegalArgumentException if no member touches one of them
   */
  public List<Claim> on(List<Target> targets) {
    return targets.stream().map(target -> claim(target, there(target))).toList();
  }

  private Claim claim(Target target, List<Part> asking) {
    Part first = asking.get(0);
    return first
        .touch()
        .how()
        .fold(
            operation -> new Claim.OfDocument(first.member().id(), operation),
            scale -> range(target, scale, first, sums(asking)));
  }

  private Claim.OfRange range(Target target, Scale scale, Part first, Range range) {
    return new Claim.OfRange(target, scale, range, ofMany || first.member().atMost());
  }

  private List<Part> there(Target target) {
    return Optional.ofNullable(parts.get(target))
        .orElseThrow(() -> new IllegalArgumentException("no claim on " + target));
  }

  /**
   * The sum of what the members take, and of what they bring. A sum that reaches the end of int64
   * stops there: see {@link Range#isBeyondInt64}.
   */
  private static Range sums(List<Part> parts) {
    long debit = 0;
    long credit = 0;
    for (Part part : parts) {
      long delta = part.touch().delta();
      debit = minus(debit, Math.min(0, delta));
      credit = plus(credit, Math.max(0, delta));
    }
    return Range.whole(debit, credit);
  }

  /**
   * The claim on a target that was read: the sums, or less where they do not fit. Then the members
   * that touch this target alone are run in their order, and a member that does not fit holds
   * nothing. To hold all there is for members that cannot fit would refuse others for room that
   * nobody uses.
   *
   * @param available the target's bound as it was read; one below zero, as an outsider may have
   *     stored it, is as good as nothing
   * @param receivable likewise
   * @throws IllegalArgumentException if no member moves the target
   */
  public Claim.OfRange within(Target target, long available, long receivable) {
    List<Part> moving = there(target);
    Scale scale =
        moving
            .get(0)
            .touch()
            .how()
            .getOrElseThrow(
                operation -> new IllegalArgumentException(operation + " claims no range"));
    Range held = reduced(moving, Math.max(0, available), Math.max(0, receivable));
    return range(target, scale, moving.get(0), held);
  }

  private static Range reduced(List<Part> parts, long available, long receivable) {
    long debit = 0;
    long credit = 0;
    long net = 0;
    for (Part part : parts) {
      boolean takes = part.touch().delta() < 0;
      long asked = Math.abs(part.touch().delta());
      long room = takes ? plus(available, net) : minus(receivable, net);
      long held = part.member().atMost() ? Math.min(asked, room) : asked <= room ? asked : 0;
      debit = plus(debit, takes ? held : 0);
      credit = plus(credit, takes ? 0 : held);
      net = takes ? minus(net, held) : plus(net, held);
    }
    debit = Math.min(debit, available);
    credit = Math.min(credit, receivable);
    Range sums = sums(parts);
    return new Range(
        debit,
        credit,
        (isLess(debit, sums.debit()) ? Optional.of(available) : Optional.empty()),
        (isLess(credit, sums.credit()) ? Optional.of(receivable) : Optional.empty()));
  }

  private static boolean isLess(long held, long sum) {
    return held < sum || sum == Long.MAX_VALUE;
  }

  /**
   * The amount by which a settle moves each target, a function of the decided record and its
   * members' bodies only. In the order of the run each sum on the way is within the target's range,
   * and so within int64. A target that no applied member touches is not there; one that is held as
   * a whole is moved by zero.
   *
   * @param applied the members that happen, in the order in which they were run
   * @throws ArithmeticException if a sum passes an end of int64: no run has decided so
   */
  public static Map<Target, Long> nets(List<Member> applied, Verdict verdict) {
    Map<Target, Long> nets = new LinkedHashMap<>();
    boolean isInFull = verdict.moved().isEmpty();
    for (Member member : applied) {
      List<Long> moved =
          isInFull ? List.of() : verdict.moved().getOrDefault(member.id(), List.of());
      int ofAccounts = 0;
      for (Member.Touch touch : member.touches()) {
        long delta = touch.delta();
        if (!moved.isEmpty() && touch.target() instanceof Target.OfAccount) {
          delta = Long.signum(delta) * moved.get(ofAccounts++);
        }
        nets.merge(touch.target(), delta, Math::addExact);
      }
    }
    return nets;
  }

  /** The sum, or the end of int64 that it would pass: no bound of a target is beyond it. */
  static long plus(long sum, long amount) {
    long added = sum + amount;
    boolean overflows = ((sum ^ added) & (amount ^ added)) < 0;
    return overflows ? (sum < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : added;
  }

  /** The difference, likewise. */
  static long minus(long sum, long amount) {
    return amount == Long.MIN_VALUE ? plus(plus(sum, Long.MAX_VALUE), 1) : plus(sum, -amount);
  }

  /**
   * A member as claims and the run take it: what it does to each target.
   *
   * @param body what it asks for
   * @param touches in the order of its operations; no target twice
   */
  public record Member(NewTransaction body, List<Touch> touches) {

    /** The touches do not change. */
    public Member {
      touches = List.copyOf(touches);
    }

    /**
     * A member does this to one target.
     *
     * @param target of the operation
     * @param how the operation that is held as a whole, or the scale on which the target is moved
     * @param delta how far the target is moved, below zero to take; zero of an operation that is
     *     held as a whole
     */
    public record Touch(Target target, Either<DocumentOperation, Scale> how, long delta) {

      /** Returns whether the target is moved on a scale, within a range. */
      public boolean isRange() {
        return how.isRight();
      }
    }

    /** Names the member. */
    public TransactionId id() {
      return body.id();
    }

    /** Returns whether it takes as much as there is: it has two touches then, the debit first. */
    public boolean atMost() {
      return body.isAtMost();
    }

    /** A transaction as claims and the run take it. */
    public static Member of(NewTransaction body) {
      return of(body, new HashMap<>(2), Target.OfAccount::new);
    }

    /** Transactions as claims and the run take them, in their order: they share their accounts. */
    public static List<Member> of(List<NewTransaction> bodies) {
      Map<Currency, Either<DocumentOperation, Scale>> scales = new HashMap<>(2);
      Map<String, Target> shared = new HashMap<>();
      Function<AccountId, Target> accounts =
          id -> shared.computeIfAbsent(id.value(), name -> new Target.OfAccount(id));
      return bodies.stream().map(body -> of(body, scales, accounts)).toList();
    }

    private static Member of(
        NewTransaction body,
        Map<Currency, Either<DocumentOperation, Scale>> scales,
        Function<AccountId, Target> accounts) {
      List<Operation> operations = body.operations();
      List<Touch> touches = new ArrayList<>(operations.size());
      Either<DocumentOperation, Scale> scale = null;
      long minor = 0;
      for (Operation operation : operations) {
        if (operation instanceof AccountOperation onAccount) {
          // two operations that balance are of one amount
          if (scale == null || operations.size() > 2) {
            Money amount = onAccount.amount();
            scale =
                scales.computeIfAbsent(
                    amount.currency(), currency -> Either.right(new Scale.Money(currency)));
            minor = amount.minor();
          }
          Target target = accounts.apply(onAccount.account());
          touches.add(new Touch(target, scale, operation instanceof Debit ? -minor : minor));
        } else {
          touches.add(ofDocument((DocumentOperation) operation));
        }
      }
      return new Member(body, touches);
    }

    private static Touch ofDocument(DocumentOperation operation) {
      Target target = new Target.OfDocument(operation.document());
      return operation instanceof AddToField add
          ? new Touch(
              target,
              Either.right(new Scale.OfField(add.field(), add.floor(), add.ceiling())),
              add.amount())
          : new Touch(target, Either.left(operation), 0);
    }
  }

  /**
   * The rule by which transactions may share a record: on each target they are moves on one scale,
   * or equal checks, or only one of them touches it. In order, only one of them inserts into a
   * collection, or removes from it: a removal gives a value of a unique index free, and an
   * insertion takes one. An authorization shares with nobody. {@link NewRecord#fitting} says how
   * many there is room for.
   */
  public static final class Sharing {

    private final CollectionName accounts;
    private final boolean inOrder;
    private final Set<CollectionName> resized = new HashSet<>();
    private final Claims claims = new Claims(true);

    /** The parts of the members at each place. */
    private final Map<Target, List<Part>> taken = new HashMap<>();

    private boolean isAlone;

    /**
     * @param accounts the collection of the accounts: a document in it is an account
     * @param inOrder whether the outcome must be that of running them one after the other
     */
    public Sharing(CollectionName accounts, boolean inOrder) {
      this.accounts = accounts;
      this.inOrder = inOrder;
    }

    /**
     * Takes the member if it may share a record with those that were taken before it. An
     * authorization is taken in order only, and then nobody is taken with it.
     */
    public boolean takes(Member member) {
      boolean isShareable = member.body().isShareable();
      if (isAlone || (!isShareable && !(inOrder && claims.members.isEmpty()))) {
        return false;
      }
      Set<CollectionName> resizes = inOrder ? resizedBy(member) : Set.of();
      if (!Collections.disjoint(resized, resizes)) {
        return false;
      }
      List<List<Part>> at = new ArrayList<>(member.touches().size());
      for (Member.Touch touch : member.touches()) {
        List<Part> there = taken.get(place(touch.target()));
        if (there != null && !isShareable(there.get(0).touch().how(), touch.how())) {
          return false;
        }
        at.add(there == null ? new ArrayList<>(2) : there);
      }
      isAlone = !isShareable;
      resized.addAll(resizes);
      claims.members.put(member.id(), member);
      for (int each = 0; each < at.size(); each++) {
        Member.Touch touch = member.touches().get(each);
        if (at.get(each).isEmpty()) {
          // nobody shares with a member that checks an account's document and moves its money
          isAlone |= taken.put(place(touch.target()), at.get(each)) != null;
          claims.parts.put(touch.target(), at.get(each));
        }
        at.get(each).add(new Part(member, touch));
      }
      return true;
    }

    /** The collections that a member inserts into or removes from. */
    private static Set<CollectionName> resizedBy(Member member) {
      return member.body().documentOperations().stream()
          .filter(how -> how instanceof InsertDocument || how instanceof RemoveDocument)
          .map(how -> how.document().collection())
          .collect(Collectors.toSet());
    }

    /** The claims of those that were taken, as members of a record of several. */
    public Claims claims() {
      return claims;
    }

    private static boolean isShareable(
        Either<DocumentOperation, Scale> there, Either<DocumentOperation, Scale> how) {
      return there.equals(how) && how.fold(asked -> asked.mode() == HoldMode.SHARED, scale -> true);
    }

    /** An account is its own place, so a batch of transfers asks none of its targets. */
    private Target place(Target target) {
      return target instanceof Target.OfDocument ? target.stored(accounts) : target;
    }
  }
}
