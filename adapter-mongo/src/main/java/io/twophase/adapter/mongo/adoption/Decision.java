package io.twophase.adapter.mongo.adoption;

/**
 * What is to be done, and why.
 *
 * @param remedy what
 * @param detail why, in one line
 */
public record Decision(Remedy remedy, String detail) {

  static Decision refuse(String detail) {
    return new Decision(Remedy.REFUSE, detail);
  }
}
