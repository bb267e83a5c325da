package io.twophase.adapter.mongo.document;

/** The names of what a hold has: of an operation on a document, of a batch, or of both. */
public final class HoldField {

  /** Whose it is: in a hold on an account too. */
  public static final String ID = "id";

  /** The epoch at which it is: in a hold on an account too. */
  public static final String EPOCH = "epoch";

  /** Where the record of its transaction is. */
  public static final String HOME = "home";

  /** Which other holds there may be beside it. */
  public static final String MODE = "mode";

  /** The digest of the operation. */
  public static final String OPERATION = "operation";

  /** The top-level fields that it names. */
  public static final String FIELDS = "fields";

  /** In a hold of a change: as many bytes as the document may grow by at the settle. */
  public static final String RESERVED = "reserved";

  /** In a hold of a record of several members: the member whose operation it is. */
  public static final String MEMBER = "member";

  /** In the hold of a placeholder: that the document is there for this hold, and goes with it. */
  public static final String KEEPS_ID = "keepsId";

  /**
   * In a range: how far the balance may fall. In a lone hold on an account: the amount of a debit.
   */
  public static final String DEBIT = "debit";

  /** In a range: how far the balance may rise. In a lone hold on an account: that of a credit. */
  public static final String CREDIT = "credit";

  /** In a range: what was available, where less than was asked for is held. */
  public static final String HAD = "had";

  /** In a range: what was receivable, where less than was asked for is held. */
  public static final String COULD = "could";

  private HoldField() {}
}
