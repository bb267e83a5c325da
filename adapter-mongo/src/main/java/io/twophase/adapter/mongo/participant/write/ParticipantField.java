package io.twophase.adapter.mongo.participant.write;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.domain.document.Names;
import java.util.List;

/** The names of what the protocol stores in a host's documents, beside those of the domain. */
public final class ParticipantField {

  /** In a hold: where the record of its transaction is. */
  static final String HOME = "home";

  /** In a hold: which other holds there may be beside it. */
  static final String MODE = "mode";

  /** In a hold: the digest of the operation. */
  static final String OPERATION = "operation";

  /** In a hold: the top-level fields that it names. */
  static final String FIELDS = "fields";

  /** In an escrow hold: what is added or taken. */
  static final String AMOUNT = "amount";

  /** In a hold of a change: as many bytes as the document may grow by at the settle. */
  static final String RESERVED = "reserved";

  /** In the hold of a placeholder: that the document is there for this hold, and goes with it. */
  static final String KEEPS_ID = "keepsId";

  /** In the bounds of a field: what may still be held to be taken. */
  static final String AVAILABLE = "available";

  /** In the bounds of a field: what may still be held to be added. */
  static final String RECEIVABLE = "receivable";

  /** In the bounds of a field: the least that it may come to. */
  static final String FLOOR = "floor";

  /** In the bounds of a field: the most. */
  static final String CEILING = "ceiling";

  /** All four bounds. */
  static final List<String> BOUNDS = List.of(AVAILABLE, RECEIVABLE, FLOOR, CEILING);

  private ParticipantField() {}

  /** The path of a bound of a field. */
  public static String bound(String field, String bound) {
    return Field.path(Field.path(Names.ESCROW, field), bound);
  }
}
