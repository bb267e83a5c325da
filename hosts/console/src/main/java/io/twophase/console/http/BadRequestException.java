package io.twophase.console.http;

/** A request cannot be read; the message is for whoever sent it. */
public final class BadRequestException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The request is wrong as the message says. */
  public BadRequestException(String message) {
    super(message);
  }
}
