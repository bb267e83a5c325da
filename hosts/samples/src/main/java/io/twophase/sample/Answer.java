package io.twophase.sample;

/**
 * The answer to the client.
 *
 * @param status of HTTP
 * @param text for people
 */
public record Answer(int status, String text) {

  /** The order is paid, now or when it was sent before. */
  public static final int PAID = 200;

  /** The client has to send another order. */
  public static final int REFUSED = 409;

  /** It is no order. */
  public static final int INVALID = 400;

  /** The client has to ask again under the same id. */
  public static final int ASK_AGAIN = 503;
}
