package io.twophase.adapter.mongo.adoption;

/**
 * A remedy with its reason.
 *
 * @param remedy what
 * @param detail why, in one line
 */
public record Decision(Remedy remedy, String detail) {

  static Decision refuse(String detail) {
    return new Decision(Remedy.REFUSE, detail);
  }
}
