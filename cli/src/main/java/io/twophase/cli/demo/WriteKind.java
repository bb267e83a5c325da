package io.twophase.cli.demo;

/** The protocol's writes, and what there is to say about each. */
enum WriteKind {
  BEGIN(
      "begin",
      "the record goes in: pending, epoch 1. From here on anybody can finish it",
      "a pending record and nothing held: nobody has lost anything"),
  HOLD_DEBIT(
      "hold the debit on",
      "available goes down and a hold goes in, if enough is available; balance stays",
      "the debit is held and the credit is not: the money is set aside, and has not moved"),
  HOLD_CREDIT(
      "hold the credit on",
      "receivable goes down and a hold goes in; balance stays",
      "both sides are held, and nothing is decided: it could still be canceled"),
  HOLD_INSERT(
      "hold the insert of",
      "a placeholder goes in, which keeps the id",
      "an id is kept, and nothing is decided"),
  HOLD_DOCUMENT(
      "hold",
      "a hold goes in, if the fields are as expected and nobody else holds it; the fields stay",
      "a document is held, and nothing is decided"),
  DECIDE(
      "decide",
      "pending to applied, if it is still at this epoch: the outcome is certain here",
      "decided, though no balance has moved yet: it can only be finished"),
  SETTLE_DEBIT(
      "settle the debit on",
      "balance goes down, receivable up, and the hold goes out, if it is of the decided epoch",
      "half moved: the balances lack what the other hold is about to add"),
  SETTLE_CREDIT(
      "settle the credit on",
      "balance and available go up and the hold goes out, if it is of the decided epoch",
      "both sides have moved; only the record does not say so yet"),
  SETTLE_INSERT(
      "settle the insert of",
      "the document takes the placeholder's place, with a stamp of the transaction",
      "decided, and inserted"),
  SETTLE_DOCUMENT(
      "settle",
      "the fields change, a stamp of the transaction goes in and the hold goes out, if it is of the"
          + " decided epoch",
      "decided, and changed"),
  FINISH(
      "finish",
      "applied to done, since every settle was acknowledged",
      "all of it: only the answer was lost, and the same request again would get it"),
  TAKE_OVER(
      "take over",
      "the epoch goes up by one: what the owner before sends from now on is fenced off",
      "pending, by another owner"),
  STAMP(
      "stamp the hold on",
      "the hold of an older epoch becomes one of this epoch",
      "holds of a new epoch"),
  CLAIM("claim", "initial to pending", "pending"),
  CANCEL("begin to cancel", "pending to canceling", "decided that it does not happen"),
  RELEASE("release the hold on", "available or receivable goes up again", "half released"),
  RELEASE_DOCUMENT(
      "release the hold on",
      "the hold goes out, with the placeholder if it is one; no field changes",
      "half released"),
  FINISH_CANCEL("finish the cancel", "canceling to canceled", "canceled, and nothing is held"),
  WITHDRAW(
      "withdraw the hold on",
      "a worker that was overtaken takes back its own hold, of its own epoch",
      "fewer holds of a dead epoch");

  private final String label;
  private final String does;
  private final String leaves;

  WriteKind(String label, String does, String leaves) {
    this.label = label;
    this.does = does;
    this.leaves = leaves;
  }

  /** Returns what it is called, before the id of what it is about. */
  String label() {
    return label;
  }

  /** The kind, with words that are printed as it happens. */
  String does() {
    return does;
  }

  /** Returns what is there if it was the last write of a process that died. */
  String leaves() {
    return leaves;
  }
}
