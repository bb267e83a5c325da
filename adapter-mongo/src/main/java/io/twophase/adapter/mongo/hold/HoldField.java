package io.twophase.adapter.mongo.hold;

/** The names of what a hold has, where it is for an operation on a document. */
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

  /** In an escrow hold: what is added or taken. */
  public static final String AMOUNT = "amount";

  /** In a hold of a change: as many bytes as the document may grow by at the settle. */
  public static final String RESERVED = "reserved";

  /** In the hold of a placeholder: that the document is there for this hold, and goes with it. */
  public static final String KEEPS_ID = "keepsId";

  private HoldField() {}
}
