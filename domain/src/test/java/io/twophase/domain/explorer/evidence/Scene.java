package io.twophase.domain.explorer.evidence;

/** What an exploration begins with: one pass, and nothing goes wrong, until told otherwise. */
final class Scene {

  /** What retention does. */
  enum Keeping {
    /** It removes nothing. */
    ALL,
    /** It removes what has its leaf, and leaves nothing. */
    NOTHING,
    /** It leaves a receipt of each that it removes, for ever, from the first on. */
    RECEIPTS
  }

  /** So many are decided and get numbers. */
  final int records;

  /** How many processes add leaves, and how many passes each begins. */
  int passes = 1;

  int runs = 1;
  Keeping keeping = Keeping.ALL;

  /** How often the primary may fail. */
  int failovers;

  /** How many inserts may be left half done, or come late. */
  int cuts;

  /** How many reads may show a record as it was before its decision. */
  int stale;

  /** How many records somebody may remove by hand. */
  int foreign;

  /** How often somebody sets what retention leaves. */
  int settings;

  Flaw flaw = Flaw.NONE;

  private Scene(int records) {
    this.records = records;
  }

  static Scene of(int records) {
    return new Scene(records);
  }

  Scene passes(int processes, int each) {
    passes = processes;
    runs = each;
    return this;
  }

  Scene keeping(Keeping what) {
    keeping = what;
    return this;
  }

  Scene faults(int ofServers, int ofInserts, int ofReads) {
    failovers = ofServers;
    cuts = ofInserts;
    stale = ofReads;
    return this;
  }

  Scene foreign(int most) {
    foreign = most;
    return this;
  }

  Scene settings(int changes) {
    settings = changes;
    return this;
  }

  Scene with(Flaw one) {
    flaw = one;
    return this;
  }

  boolean lacks(Flaw one) {
    return flaw == one;
  }
}
