package io.twophase.test.fault;

import io.twophase.domain.hold.Hold.Home;
import io.twophase.ports.Accounts;
import io.twophase.ports.ActionRepository;
import io.twophase.ports.CallLimit;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.EntityMapper;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Holds;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Records;
import io.twophase.ports.Store;

/**
 * A store as one process sees it, and the faults that a test plans for the writes of this process:
 * for those of its holds, records, accounts and owners. A record is run by the protocol, never at
 * once. Each of several processes over one store has a faulty store of its own: a fault of one does
 * not befall the others.
 */
public final class FaultyStore implements Store {

  private final Faults faults = new Faults();
  private final Unreadables unreadables = new Unreadables();
  private final Store sound;
  private final Store faulty;

  private FaultyStore(Store sound) {
    this.sound = sound;
    this.faulty =
        Interceptor.before(
            Store.class,
            Interceptor.before(Store.class, sound, unreadables::around),
            faults::around);
  }

  /** The given store, whose writes go wrong where {@link #faults} says so. */
  public static FaultyStore over(Store sound) {
    return new FaultyStore(sound);
  }

  @Override
  public Holds holds() {
    return faulty.holds();
  }

  @Override
  public Records records() {
    return faulty.records();
  }

  @Override
  public Accounts accounts() {
    return faulty.accounts();
  }

  @Override
  public EventRepository events() {
    return faulty.events();
  }

  @Override
  public CarriedBalanceRepository carried() {
    return faulty.carried();
  }

  @Override
  public OwnerRepository owners() {
    return faulty.owners();
  }

  @Override
  public ActionRepository actions() {
    return faulty.actions();
  }

  @Override
  public EntityMapper mapper() {
    return sound.mapper();
  }

  @Override
  public CallLimit callLimit() {
    return sound.callLimit();
  }

  @Override
  public Home home() {
    return sound.home();
  }

  @Override
  public String describe() {
    return sound.describe();
  }

  /** Returns what is to go wrong with the writes: nothing, until a test plans it. */
  public Faults faults() {
    return faults;
  }

  /** Tells which parts of the store cannot be read: none, until a test plans it. */
  public Unreadables unreadables() {
    return unreadables;
  }
}
