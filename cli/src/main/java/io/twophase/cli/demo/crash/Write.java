package io.twophase.cli.demo.crash;

/**
 * One write to one document.
 *
 * @param kind what it was to do
 * @param id of the document
 * @param matched whether its guard held
 */
public record Write(WriteKind kind, String id, boolean matched) {

  /** What there is to say about it, in one sentence. */
  public String says() {
    return matched ? kind.does() : kind.missed();
  }

  /** In a few words. */
  public String label() {
    return kind.label() + " " + id + (matched ? "" : " (matches nothing)");
  }
}
