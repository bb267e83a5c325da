package io.twophase.test.fault;

import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/**
 * Makes the writes of a {@link FaultyStore} go wrong when a test says so, each fault once:
 *
 * <pre>{@code
 * FaultyStore store = FaultyStore.over(accounts, transactions, owners);
 * store.faults().when(WriteKind.HOLD).next(Fault.LOSE_ANSWER);          // the next hold
 * store.faults().when(WriteKind.SETTLE).after(2).next(Fault.UNAVAILABLE); // the third settle
 * store.faults().next(Fault.DELIVER_LATE);                              // the next write of all
 * ...
 * store.faults().deliverLate();                                         // now it takes effect
 * }</pre>
 *
 * <p>A write is one call, however many elements it has; a call without elements is none. Each fault
 * that is planned counts the writes it is meant for by itself, from when it was planned. Of several
 * that are due at one write the one planned first strikes, and the others wait for the next.
 *
 * <p>Thread-safe. A store without planned faults pays one read of a field for each write.
 */
public final class Faults {

  private final List<Planned> planned = new ArrayList<>();
  private final List<Runnable> late = new ArrayList<>();
  private volatile boolean anyPlanned;

  Faults() {}

  /** Makes the next write go wrong, whatever its kind. */
  public void next(Fault fault) {
    anyWrite().next(fault);
  }

  /** Which write is to go wrong: one of this kind. */
  public Aim when(WriteKind kind) {
    return new Aim(this, Option.some(kind), 0);
  }

  /**
   * Which write is to go wrong: one that comes after so many others, whatever their kinds.
   *
   * @throws IllegalArgumentException if {@code writes} is below zero
   */
  public Aim after(int writes) {
    return anyWrite().after(writes);
  }

  private Aim anyWrite() {
    return new Aim(this, Option.none(), 0);
  }

  /** Lets the late writes take effect, in the order in which they were sent: so many. */
  public int deliverLate() {
    List<Runnable> arriving;
    synchronized (this) {
      arriving = List.copyOf(late);
      late.clear();
    }
    arriving.forEach(Runnable::run);
    return arriving.size();
  }

  /** How many planned faults have not struck yet: none, at the end of most tests. */
  public synchronized int outstanding() {
    return planned.size();
  }

  /** Forgets the planned faults, and loses the late writes for ever. */
  public synchronized void clear() {
    planned.clear();
    late.clear();
    anyPlanned = false;
  }

  private synchronized void plan(Planned plan) {
    planned.add(plan);
    anyPlanned = true;
  }

  /** Makes a write, unless a fault strikes it. */
  <E, O> List<O> strike(WriteKind kind, List<E> elements, Write<E, O> write, O inDoubt) {
    Option<Fault> struck = anyPlanned && !elements.isEmpty() ? due(kind) : Option.<Fault>none();
    return struck.isEmpty()
        ? write.make(elements)
        : struckBy(struck.get(), kind, elements, write, inDoubt);
  }

  private <E, O> List<O> struckBy(
      Fault fault, WriteKind kind, List<E> elements, Write<E, O> write, O inDoubt) {
    switch (fault) {
      case UNAVAILABLE ->
          throw new StoreUnavailableException("in-memory store: " + kind + " made to fail");
      case LOSE_REQUEST -> {}
      case LOSE_ANSWER -> write.make(elements);
      case DELIVER_LATE -> {
        List<E> sent = List.copyOf(elements);
        synchronized (this) {
          late.add(() -> write.make(sent));
        }
      }
    }
    return Collections.nCopies(elements.size(), inDoubt);
  }

  private synchronized Option<Fault> due(WriteKind kind) {
    Option<Fault> struck = Option.none();
    Iterator<Planned> plans = planned.iterator();
    while (plans.hasNext()) {
      Planned plan = plans.next();
      if (plan.isFor(kind) && !plan.letsPass() && struck.isEmpty()) {
        struck = Option.some(plan.fault);
        plans.remove();
      }
    }
    anyPlanned = !planned.isEmpty();
    return struck;
  }

  /** A call of a repository that changes something. */
  interface Write<E, O> {
    List<O> make(List<E> elements);
  }

  /** Which write is to go wrong. */
  public static final class Aim {
    private final Faults faults;
    private final Option<WriteKind> kind;
    private final int passing;

    private Aim(Faults faults, Option<WriteKind> kind, int passing) {
      this.faults = faults;
      this.kind = kind;
      this.passing = passing;
    }

    /**
     * The one that comes after so many others like it.
     *
     * @throws IllegalArgumentException if {@code writes} is below zero
     */
    public Aim after(int writes) {
      if (writes < 0) {
        throw new IllegalArgumentException("after " + writes + " writes");
      }
      return new Aim(faults, kind, writes);
    }

    /** Makes it go wrong. */
    public void next(Fault fault) {
      faults.plan(new Planned(kind, passing, fault));
    }
  }

  /** A fault that has not struck yet. */
  private static final class Planned {
    private final Option<WriteKind> kind;
    private final Fault fault;
    private int passing;

    Planned(Option<WriteKind> kind, int passing, Fault fault) {
      this.kind = kind;
      this.passing = passing;
      this.fault = fault;
    }

    boolean isFor(WriteKind write) {
      return kind.forAll(wanted -> wanted == write);
    }

    /** Whether one more write goes well; counts it. */
    boolean letsPass() {
      return passing > 0 && passing-- > 0;
    }
  }
}
