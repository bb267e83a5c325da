package io.twophase.adapter.mongo.document;

import io.twophase.domain.account.AccountFields;
import io.twophase.domain.document.Names;
import java.util.List;

/**
 * The names of the fields of accounts, records and owners. Those that operations on documents may
 * name, or may not, are the domain's.
 */
public final class Field {

  /** The id of any document. */
  public static final String ID = Names.ID;

  /** The version of the document's shape; a tutorial's document has none. */
  public static final String VERSION = AccountFields.VERSION;

  /** The one version that is written and read. */
  public static final int CURRENT_VERSION = 1;

  /** The number of reads of a document by a write to it; of no meaning to anything that is read. */
  public static final String QUORUM_READS = Names.QUORUM_READS;

  /** An ISO 4217 code. */
  public static final String CURRENCY = AccountFields.CURRENCY;

  // accounts

  /** Settled money. */
  public static final String BALANCE = AccountFields.BALANCE;

  /** The amount that may still be held out of the account. */
  public static final String AVAILABLE = AccountFields.AVAILABLE;

  /** The amount that may still be held into the account. */
  public static final String RECEIVABLE = AccountFields.RECEIVABLE;

  /** The holds. */
  public static final String PENDING = Names.PENDING;

  /** The status, by which the account takes holds or not. */
  public static final String STATUS = AccountFields.STATUS;

  /** The currency, while the account is active. */
  public static final String OPEN_FOR = AccountFields.OPEN_FOR;

  /** The currency, while the account is frozen or closed. */
  public static final String SHUT_FOR = AccountFields.SHUT_FOR;

  /** In a transfer that takes as much as there is: true. */
  public static final String AT_MOST = "atMost";

  /** In an operation: the account it touches. */
  public static final String ACCOUNT = "account";

  // transactions

  /** The account that an ordinary transfer takes from. */
  public static final String SOURCE = "source";

  /** The account that an ordinary transfer gives to. */
  public static final String DESTINATION = "destination";

  /** The amount that an ordinary transfer moves. */
  public static final String VALUE = "value";

  /** The operations of any other transaction; their accounts are found by an array's field. */
  public static final String OPERATIONS = "operations";

  /** The state of the transaction. */
  public static final String STATE = "state";

  /** The fencing number, of a record or of a hold. */
  public static final String EPOCH = "epoch";

  /** The application whose process owns the epoch. */
  public static final String APPLICATION = "application";

  /** The running process that owns the epoch, if it names itself. */
  public static final String OWNER = "owner";

  /** The token that identifies the owner's own write. */
  public static final String TOKEN = "token";

  /** Why it was canceled. */
  public static final String REASON = "reason";

  /** The transaction that it compensates. */
  public static final String REVERSES = "reverses";

  /** The name of the transaction in the host's own books. */
  public static final String REFERENCE = "reference";

  /** The host's other labels, by their keys. */
  public static final String METADATA = "metadata";

  /** When it was begun. */
  public static final String CREATED_AT = "createdAt";

  /** When it last changed. */
  public static final String LAST_MODIFIED = "lastModified";

  /** When its first owner made a submitted one its own. */
  public static final String CLAIMED_AT = "claimedAt";

  /** When an owner of it was last fenced off by another. */
  public static final String TAKEN_OVER_AT = "takenOverAt";

  /** When all of an authorization was held. */
  public static final String AUTHORIZED_AT = "authorizedAt";

  /** When it was decided: applied, or canceling. */
  public static final String DECIDED_AT = "decidedAt";

  /** When it was done or canceled: only then is it there. */
  public static final String FINISHED_AT = "finishedAt";

  // authorizations

  /** The terms that make it an authorization. */
  public static final String AUTHORIZATION = "authorization";

  /** The time at which an authorization expires, also in a reason. */
  public static final String EXPIRES_AT = "expiresAt";

  /** The approvers, in the order of their approvals. */
  public static final String APPROVED_BY = "approvedBy";

  // events

  /** The digest of a leaf, and those of the nodes that it completes. */
  public static final String NODES = "nodes";

  /** The number of a decided record among the events. Only what is numbered has it. */
  public static final String NUMBERED = "numbered";

  /** The record that has a number. */
  public static final String RECORD = "record";

  /** In the document before the first number: up to which all records are marked. */
  public static final String CONFIRMED = "confirmed";

  /** There too: up to which the numbers were removed. */
  public static final String TRIMMED = "trimmed";

  /** The last record that a consumer has read to its end. */
  public static final String NUMBER = "number";

  /** The number of places of the next record that a consumer has read. */
  public static final String PLACES = "places";

  // batches and their members

  /** In the record of a batch: that it is one. In a reason: which. */
  public static final String KIND = "kind";

  /** The kind of a record that is a batch's. */
  public static final String KIND_BATCH = "batch";

  /** In the document of a transfer: the batch that decides it. No other document has it. */
  public static final String BATCH = "batch";

  /** In the record of a batch: the transfers that it may decide, in their order. */
  public static final String MEMBERS = "members";

  /** In the record of a batch: whether its order is that of a file. */
  public static final String IN_ORDER = "inOrder";

  /** In the record of a batch: who was canceled before the decision, and why. */
  public static final String EXCLUDED = "excluded";

  /** In the record of a batch: who never happens, and why. */
  public static final String REFUSED = "refused";

  /** In the record of a batch: who was left out. In a reason: what an addition found left. */
  public static final String LEFT = "left";

  /** In the record of a batch: for whom nothing was held. Not there where there are none. */
  public static final String UNSEEN = "unseen";

  /** In the record of a batch: that whom it left out may still name it. Only true, or not there. */
  public static final String LEAVES_OUT = "leavesOut";

  /** In an element of these: who. */
  public static final String MEMBER = "member";

  /** In an element of what was moved: how much by each operation on an account. */
  public static final String AMOUNTS = "amounts";

  /** The kind of what retention has left of a record. */
  public static final String KIND_RECEIPT = "receipt";

  /** In a receipt: the digest of what was asked for. */
  public static final String DIGEST = "digest";

  /**
   * The moved amounts of a transaction that moved less than it asked for: by each operation on an
   * account, in the record of one; by member, in the record of several; in all, in a receipt.
   */
  public static final String MOVED = "moved";

  /** When a batch was done or canceled: only then is it there; and in each receipt. */
  public static final String ENDED_AT = "endedAt";

  // owners

  /** The counter that grows as long as the process is alive. */
  public static final String BEAT = "beat";

  /** The interval of the process's beats, in milliseconds. */
  public static final String EVERY_MILLIS = "everyMillis";

  /** When it last beat, by the store's clock. */
  public static final String LAST_BEAT = "lastBeat";

  // actions of operators

  /** The id of what an action is about. */
  public static final String SUBJECT = "subject";

  // reasons

  /** The words of the caller who canceled. */
  public static final String TEXT = "text";

  // bodies and reasons

  /** The words that the caller gave for why the transaction was asked for. */
  public static final String NOTE = "note";

  /** The row of a file that asked for it. */
  public static final String IMPORT = "import";

  /** In the row of an import: the SHA-256 of the file. */
  public static final String FILE = "file";

  /** In the row of an import: its line. */
  public static final String ROW = "row";

  /** In the row of an import: whether the rows' order counts. */
  public static final String ORDERED = "ordered";

  /** In that: how many milliseconds after it was begun it expires. */
  public static final String LIFETIME = "lifetime";

  /** In that: how many have to approve it. */
  public static final String REQUIRED = "required";

  /** In that: who may approve it. */
  public static final String APPROVERS = "approvers";

  /** In an operation's document: the host's name for another cluster. */
  public static final String CLUSTER = "cluster";

  /** In an operation's document: another database. */
  public static final String DATABASE = "database";

  /** In an operation's document: its collection. */
  public static final String COLLECTION = "collection";

  /** The document that is inserted, or that refused. */
  public static final String DOCUMENT = "document";

  /** The guards of an operation on a document. */
  public static final String WHERE = "where";

  /** The changes of an operation on a document. */
  public static final String CHANGES = "changes";

  /** A field of a document, by its path. */
  public static final String FIELD = "field";

  /** The amount that an operation adds to a field. */
  public static final String AMOUNT = "amount";

  /** The least that the field may come to. */
  public static final String FLOOR = "floor";

  /** The most. */
  public static final String CEILING = "ceiling";

  /** Beside a value that MongoDB would not store as it is: that it is there as bytes. */
  public static final String BSON = "bson";

  /** The transaction that holds a document, or has left a hold there. */
  public static final String HOLDER = "holder";

  /** The attempt of a function that a transaction is: the function's id is under this name, too. */
  public static final String FUNCTION = "function";

  /** The number of the attempt. */
  public static final String ATTEMPT = "attempt";

  /** The value that the function returned. */
  public static final String RETURNED = "returned";

  // holds

  /** The record of a hold: in a hold on an account too. */
  public static final String HOLD_ID = "id";

  /** The home of the record of its transaction. */
  public static final String HOME = "home";

  /** The mode, by which the document may have other holds too. */
  public static final String MODE = "mode";

  /** The digest of the operation. */
  public static final String OPERATION = "operation";

  /** The top-level fields that it names. */
  public static final String FIELDS = "fields";

  /** In a hold of a change: as many bytes as the document may grow by at the settle. */
  public static final String RESERVED = "reserved";

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

  /** The bounds of a number field: what may still be held, and what it may come to. */
  public static final List<String> BOUNDS = List.of(AVAILABLE, RECEIVABLE, FLOOR, CEILING);

  private Field() {}

  /** The path of a bound of a number field. */
  public static String bound(String field, String bound) {
    return Docs.path(Docs.path(Names.ESCROW, field), bound);
  }
}
